import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { onTestFinished } from 'vitest';

export const CLIENT = { clientId: 'rappel', clientSecret: 'a secret of the client' };

/** A provider on loopback that signs in whoever `claims` names. It checks the client, the redirect and PKCE as a real one. */
export async function startProvider() {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] };
  const asked = new Map<string, URLSearchParams>();
  const provider = {
    issuer: '',
    claims: {} as Record<string, unknown>,
    /** What is signed instead of the nonce that was asked for. */
    nonce: null as string | null,
  };

  async function tokenFor(body: URLSearchParams) {
    const begun = asked.get(body.get('code') ?? '');
    asked.delete(body.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      begun?.get('code_challenge') === challenge && begun.get('redirect_uri') === body.get('redirect_uri');
    if (!isRight) return { status: 400, json: { error: 'invalid_grant' } };
    const id = await new SignJWT({ ...provider.claims, nonce: provider.nonce ?? begun.get('nonce') })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(provider.issuer)
      .setAudience(CLIENT.clientId)
      .setSubject('someone')
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(privateKey);
    return { status: 200, json: { access_token: 'x', token_type: 'Bearer', expires_in: 300, id_token: id } };
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', provider.issuer);
    const send = (json: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    if (url.pathname === '/.well-known/openid-configuration')
      return send({
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        jwks_uri: `${provider.issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      });
    if (url.pathname === '/keys') return send(keys);
    if (url.pathname === '/authorize') {
      const code = `code-${asked.size}-${Math.random()}`;
      asked.set(code, url.searchParams);
      const back = new URL(url.searchParams.get('redirect_uri')!);
      back.search = new URLSearchParams({ code, state: url.searchParams.get('state')! }).toString();
      return response.writeHead(302, { location: back.href }).end();
    }
    let body = '';
    for await (const part of request) body += part;
    const { status, json } = await tokenFor(new URLSearchParams(body));
    return send(json, status);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return provider;
}
