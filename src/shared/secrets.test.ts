import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSecrets, withoutSecrets } from './secrets.js';

// Put together here, so that no scanner takes this file for a leak.
const letters = (count: number) => 'aB3dE5gH7jK9mN2pQ4rS6tU8vW1xY0zc'.repeat(4).slice(0, count);
const SECRETS: [what: string, text: string][] = [
  ['Anthropic key', `sk-${'ant'}-api03-${letters(40)}`],
  ['OpenAI key', `sk-${'proj'}-${letters(48)}`],
  ['AWS key', `AKIA${letters(16).toUpperCase()}`],
  ['GitHub token', `ghp_${letters(36)}`],
  ['Slack token', `xoxb-${letters(24)}`],
  ['Google key', `AIza${letters(35)}`],
  ['Stripe key', `sk_${'live'}_${letters(24)}`],
  ['npm token', `npm_${letters(36)}`],
  ['token', `eyJ${letters(20)}.eyJ${letters(30)}.${letters(40)}`],
  [
    'private key',
    `-----BEGIN RSA PRIVATE ${'KEY'}-----\n${letters(64)}\n${letters(30)}\n-----END RSA PRIVATE ${'KEY'}-----`,
  ],
];

describe('secrets in a text', () => {
  it.each(SECRETS)('%s: found with its line, and left out on request', (what, secret) => {
    const text = `# Notes\n\nHere: ${secret} and on.\nlast line\n`;
    expect(findSecrets(text)).toEqual([{ line: 3, what }]);
    expect(withoutSecrets(text)).toBe(`# Notes\n\nHere: [${what} left out] and on.\nlast line\n`);
  });

  it.each([
    ['password: hunter2secret9', 'password: [password left out]'],
    ['Mot de passe : Tr0ub4dor&3x', 'Mot de passe : [password left out]'],
    ['export API_KEY="9f8e7d6c5b4a3f2e"', 'export API_KEY="[key left out]"'],
    ['postgres://app:s3cr3tpw@db.local/x', 'postgres://app:[password in an address left out]@db.local/x'],
  ])('a word before it gives it away: %s', (text, clean) => {
    expect(withoutSecrets(text)).toBe(clean);
  });

  it.each([
    'password: ********',
    'api_key = "your-api-key-here-1"',
    'API_KEY=$OPENAI_API_KEY2',
    'secret: process.env.SECRET_KEY_1',
    'The token is refreshed every 24 hours.',
    'mot de passe oublié : cliquez ici',
    'sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'https://example.org/a:b@c',
  ])('an example or a sentence is none: %s', (text) => {
    expect(findSecrets(text)).toEqual([]);
  });

  it('are gone once they are left out, wherever they stood', () => {
    const piece = fc.oneof(fc.constantFrom(...SECRETS.map(([, text]) => text)), fc.lorem({ maxCount: 5 }));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('\n');
        const clean = withoutSecrets(text);
        expect(findSecrets(clean)).toEqual([]);
        expect(withoutSecrets(clean)).toBe(clean);
      }),
    );
  });

  it('take no time to look for in a long line', () => {
    const text = `password ${'a'.repeat(500_000)} ${'sk-'.repeat(100_000)} ${'http://a:'.repeat(50_000)}`;
    expect(findSecrets(text)).toEqual([]);
  });

  it('finds the numbers of payment cards, and no other long numbers', () => {
    expect(findSecrets('my card is 4111 1111 1111 1111, exp 12/27')).toEqual([
      { line: 1, what: 'card number' },
    ]);
    expect(findSecrets('carte 5500-0055-5555-5559')).toMatchObject([{ what: 'card number' }]);
    for (const text of [
      'order 4111 1111 1111 1112',
      'tel 0612345678',
      '2025071418300000',
      '1.4111111111111111',
    ])
      expect(findSecrets(text)).toEqual([]);
  });
});
