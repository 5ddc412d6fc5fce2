// Loaded into a process before anything else (NODE_OPTIONS=--require): writes down every connection, name lookup and
// datagram that would leave this machine, into the file RAPPEL_TEST_CONNECTIONS. Its children and threads inherit it.
// With RAPPEL_TEST_STOP the process ends there.
const { appendFileSync } = require('node:fs');
const net = require('node:net');
const dgram = require('node:dgram');
const dns = require('node:dns');

const file = process.env.RAPPEL_TEST_CONNECTIONS;
const HERE = /^(?:localhost|127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/i;

function note(kind, host) {
  if (typeof host === 'string' && HERE.test(host)) return;
  appendFileSync(file, `${kind} ${host} by ${process.argv.slice(1).join(' ')}\n`);
  if (process.env.RAPPEL_TEST_STOP) process.exit(1);
}

// Everything that speaks TCP or TLS, fetch included, goes through a socket. One with a path is a local one.
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const options =
    typeof first === 'object' ? first : Number.isNaN(Number(first)) ? { path: first } : { host: second };
  if (options.path === undefined) note('connect', options.host ?? 'localhost');
  return connect.apply(this, args);
};

for (const method of ['send', 'connect']) {
  const original = dgram.Socket.prototype[method];
  dgram.Socket.prototype[method] = function (...args) {
    note('datagram', args.slice(1).findLast((arg) => typeof arg === 'string') ?? 'unknown');
    return original.apply(this, args);
  };
}

for (const resolver of [dns, dns.promises]) {
  for (const method of Object.keys(resolver)) {
    if (typeof resolver[method] !== 'function' || !/^(?:lookup|resolve|reverse)/.test(method)) continue;
    const original = resolver[method];
    resolver[method] = function (...args) {
      // An address needs no asking.
      if (net.isIP(args[0]) === 0) note('lookup', args[0]);
      return original.apply(this, args);
    };
  }
}
