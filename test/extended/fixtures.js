// The tools, resources and prompts that the conformance suite wants to find, answered beside Rappel's own.
import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';

/** Adds the fixtures to a server; whatever is not theirs goes to the handlers that were there. */
export function addFixtures(server) {
  const also = (method, mine) => {
    const theirs = server._requestHandlers.get(method);
    server.setRequestHandler(method, async (request, context) => {
      const result = await mine(request, context);
      return result ?? theirs(request, context);
    });
  };
  const listAlso = (method, key, more) => {
    const theirs = server._requestHandlers.get(method);
    server.setRequestHandler(method, async (request, context) => {
      const result = await theirs(request, context);
      return { ...result, [key]: [...result[key], ...more] };
    });
  };
  listAlso('tools/list', 'tools', [
    ...Object.keys(TOOLS).map((name) => ({ name, description: ABOUT, inputSchema: { type: 'object' } })),
    { name: 'json_schema_2020_12_tool', description: ABOUT, inputSchema: RICH_SCHEMA },
  ]);
  also('tools/call', (request, context) => TOOLS[request.params.name]?.(request.params, context));
  also('resources/read', ({ params: { uri } }) => resource(uri));
  listAlso('prompts/list', 'prompts', [
    { name: 'test_simple_prompt', description: ABOUT },
    {
      name: 'test_prompt_with_arguments',
      description: ABOUT,
      arguments: ['arg1', 'arg2'].map((name) => ({ name, required: true })),
    },
    {
      name: 'test_prompt_with_embedded_resource',
      description: ABOUT,
      arguments: [{ name: 'resourceUri', required: true }],
    },
    { name: 'test_prompt_with_image', description: ABOUT },
    { name: 'test_input_required_result_prompt', description: ABOUT },
  ]);
  also('prompts/get', ({ params }, context) => PROMPTS[params.name]?.(params.arguments ?? {}, context));
}

const ABOUT = 'for the conformance suite';

const RICH_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const text = (value) => ({ type: 'text', text: value });
const image = { type: 'image', data: PNG, mimeType: 'image/png' };
const embedded = (uri, mimeType, value) => ({ type: 'resource', resource: { uri, mimeType, text: value } });
const content = (...blocks) => ({ content: blocks });
const need = (inputRequests, requestState) => ({
  resultType: 'input_required',
  inputRequests,
  ...(requestState && { requestState }),
});
const form = (message, property, type = 'string') => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties: { [property]: { type } }, required: [property] },
  },
});
const sample = (question, maxTokens = 100) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: text(question) }], maxTokens },
});
const roots = { method: 'roots/list', params: {} };

const TOOLS = {
  test_simple_text: () => content(text('This is a simple text response for testing.')),
  test_image_content: () => content(image),
  test_audio_content: () => content({ type: 'audio', data: WAV, mimeType: 'audio/wav' }),
  test_embedded_resource: () =>
    content(embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')),
  test_multiple_content_types: () =>
    content(
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ),
  test_error_handling: () => ({
    ...content(text('This tool intentionally returns an error for testing')),
    isError: true,
  }),
  async test_tool_with_progress(_, { mcpReq }) {
    for (const progress of [0, 50, 100]) {
      const progressToken = mcpReq._meta?.progressToken;
      const params = { progressToken, progress, total: 100 };
      if (progressToken !== undefined) await mcpReq.notify({ method: 'notifications/progress', params });
      await wait(50);
    }
    return content(text('done'));
  },
  async test_logging_tool(_, { mcpReq }) {
    await mcpReq.log('info', 'a line of the log');
    return content(text('logged'));
  },
  test_missing_capability() {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  },
  test_streaming_elicitation: (_, { mcpReq }) =>
    mcpReq.inputResponses ? content(text('thanks')) : need({ name: form('What is your name?', 'name') }),
  test_input_required_result_elicitation: (_, { mcpReq }) => {
    const name = mcpReq.inputResponses?.user_name?.content?.name;
    return name ? content(text(`Hello, ${name}!`)) : need({ user_name: form('What is your name?', 'name') });
  },
  test_input_required_result_sampling: (_, { mcpReq }) => {
    const answer = mcpReq.inputResponses?.capital_question;
    return answer
      ? content(text(`The model says: ${JSON.stringify(answer.content)}`))
      : need({ capital_question: sample('What is the capital of France?') });
  },
  test_input_required_result_list_roots: (_, { mcpReq }) => {
    const given = mcpReq.inputResponses?.client_roots;
    return given ? content(text(`Roots: ${JSON.stringify(given.roots)}`)) : need({ client_roots: roots });
  },
  test_input_required_result_request_state: (_, { mcpReq }) => {
    if (!mcpReq.inputResponses)
      return need({ confirm: form('Please confirm', 'ok', 'boolean') }, sealed('confirm'));
    opened(mcpReq.requestState());
    return content(text('state-ok'));
  },
  test_input_required_result_multiple_inputs: (_, { mcpReq }) => {
    const all = {
      user_name: form('What is your name?', 'name'),
      greeting: sample('Generate a greeting', 50),
      client_roots: roots,
    };
    if (!mcpReq.inputResponses) return need(all, sealed('several'));
    opened(mcpReq.requestState());
    return content(text(`got ${Object.keys(mcpReq.inputResponses).join(', ')}`));
  },
  test_input_required_result_multi_round: (_, { mcpReq }) => {
    if (!mcpReq.inputResponses)
      return need({ step1: form('Step 1: What is your name?', 'name') }, sealed('1'));
    const step = opened(mcpReq.requestState());
    if (step === '1')
      return need({ step2: form('Step 2: What is your favorite color?', 'color') }, sealed('2'));
    return content(text('both steps are done'));
  },
  test_input_required_result_tampered_state: (_, { mcpReq }) => {
    if (!mcpReq.inputResponses && mcpReq.requestState() === undefined)
      return need({ confirm: form('Please confirm', 'ok', 'boolean') }, sealed('tamper'));
    opened(mcpReq.requestState());
    return content(text('state-ok'));
  },
  test_input_required_result_capabilities: (_, { mcpReq }) => {
    if (mcpReq.inputResponses) return content(text('thanks'));
    const can = mcpReq.envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {};
    return need({
      ...(can.sampling && { question: sample('Say something') }),
      ...(can.elicitation && { name: form('What is your name?', 'name') }),
      ...(can.roots && { client_roots: roots }),
    });
  },
};

const message = (block) => ({ role: 'user', content: block });

const PROMPTS = {
  test_simple_prompt: () => ({ messages: [message(text('This is a simple prompt for testing.'))] }),
  test_prompt_with_arguments: ({ arg1, arg2 }) => ({
    messages: [message(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  }),
  test_prompt_with_embedded_resource: ({ resourceUri }) => ({
    messages: [
      message(embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
      message(text('Please process the embedded resource above.')),
    ],
  }),
  test_prompt_with_image: () => ({
    messages: [message(image), message(text('Please analyze the image above.'))],
  }),
  test_input_required_result_prompt: (_, { mcpReq }) => {
    const context = mcpReq.inputResponses?.user_context?.content?.context;
    return context
      ? { messages: [message(text(`Context: ${context}`))] }
      : need({ user_context: form('What context should the prompt use?', 'context') });
  },
};

function resource(uri) {
  if (uri === 'test://static-text')
    return {
      contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
    };
  if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: PNG }] };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) return undefined;
  const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { contents: [{ uri, mimeType: 'application/json', text: data }] };
}

const secret = randomBytes(16);
const seal = (value) => createHmac('sha256', secret).update(value).digest('hex');
const sealed = (value) => `${value}.${seal(value)}`;

function opened(state) {
  const [value = '', mark] = String(state).split('.');
  if (mark === seal(value)) return value;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'the state was changed');
}
