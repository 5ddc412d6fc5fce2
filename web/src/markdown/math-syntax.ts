import { mathFromMarkdown } from 'mdast-util-math';
import { math } from 'micromark-extension-math';
import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types';

/** `$$…$$` as in every program, and `$x$` where it can't be a price: `$5 and $10` is text. */
export function remarkMath(this: { data(): object }): void {
  const data = this.data() as { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] };
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    math({ singleDollarTextMath: false }),
    { text: { [DOLLAR]: SINGLE } },
  ];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), [mathFromMarkdown()]];
}

const DOLLAR = 36;
const BACKSLASH = 92;

/** By the rule of Pandoc: no space inside the dollars, and no digit behind the closing one. */
const SINGLE: Construct = { name: 'mathText', tokenize: tokenizeSingle, previous: isOpening };

function isOpening(this: TokenizeContext, code: Code): boolean {
  return code !== DOLLAR && code !== BACKSLASH;
}

function tokenizeSingle(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  let last: Code = null;

  return (code) => {
    effects.enter('mathText');
    effects.enter('mathTextSequence');
    effects.consume(code);
    effects.exit('mathTextSequence');
    return first;
  };

  function first(code: Code): State | undefined {
    return isSpace(code) || code === DOLLAR ? nok(code) : between(code);
  }

  function between(code: Code): State | undefined {
    // A formula in a sentence is on one line.
    if (code === null || code < -2) return nok(code);
    if (code === DOLLAR) return isSpace(last) ? nok(code) : close(code);
    effects.enter('mathTextData');
    return inside(code);
  }

  function inside(code: Code): State | undefined {
    if (code === null || code < -2 || (code === DOLLAR && last !== BACKSLASH)) {
      effects.exit('mathTextData');
      return between(code);
    }
    last = code;
    effects.consume(code);
    return inside;
  }

  function close(code: Code): State | undefined {
    effects.enter('mathTextSequence');
    effects.consume(code);
    effects.exit('mathTextSequence');
    effects.exit('mathText');
    return after;
  }

  function after(code: Code): State | undefined {
    return code !== null && code >= 48 && code <= 57 ? nok(code) : ok(code);
  }
}

function isSpace(code: Code): boolean {
  return code === null || code < 0 || code === 32;
}
