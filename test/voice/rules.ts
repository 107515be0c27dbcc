/** One way not to write, and what to write instead. In a text, `X` is a value. */
export type Rule = { name: string; pattern: RegExp; instead: string }

/** The beginning of a sentence. */
const start = String.raw`(?:^|(?<=[.:;!?…]["”]? ))`

export const rules: Rule[] = [
  {
    name: 'clause as subject',
    pattern: new RegExp(
      String.raw`${start}(?:What|Who|Whoever|Whatever|That which|One that|Those that)\b[^.!?]*(?:[.!]|$)`,
      'u',
    ),
    instead: 'the noun: “Empty fields are left out.”',
  },
  {
    name: '“where” for a condition',
    // A place follows “by where it begins” and the like.
    pattern:
      /(?<!\b(?:by|from|to|is|of|and|says?|shows?|knows?) )\bwhere (?:it|they|there|one|nothing|nobody|no|none|that|this|you)\b/iu,
    instead: '“if” or “when”',
  },
  { name: '“so that”', pattern: /\bso that\b/iu, instead: '“so”' },
  { name: '“may not”', pattern: /\bmay not\b/iu, instead: '“can’t”' },
  {
    name: 'word out of use',
    pattern:
      /\b(?:anew|besides|meanwhile|mend(?:s|ed|ing)?|whoever|whomever|somebody|nobody|at hand|all the same|of its own|goes on|is told|is had|holds|stands|lies)\b/iu,
    instead: 'a word of today (again, also, fix, anyone, no one, own, continues, is valid)',
  },
  {
    name: '“not … any more”',
    pattern: /(?:\bnot|n['’]t)\b[^.!?]*\bany ?more\b(?! \w+s\b)/iu,
    instead: '“no longer”',
  },
  {
    name: '“leave” for permission',
    pattern: /\b(?:your|their|its|with|without|by) leave\b/iu,
    instead: '“permission”',
  },
]

/** For comments and titles, which begin by themselves; a text of the interface can be a part of a sentence. */
export const titleRules: Rule[] = [
  {
    name: 'clause as subject, in lower case',
    pattern: /^(?:what|who|whoever|whatever|that which|one that|those that)\b[^.!?]*(?:[.!]|$)/u,
    instead: 'the noun: “the parts a model can’t take”',
  },
]

/** Names that a sentence begins with in lower case. */
const smallNames = /npm|npx|macOS|axe|goose|llama\.cpp|better-sqlite3|electron-builder|(?:servers|settings)\.json/

/** For texts of the interface too: a label or a part of a sentence has no full stop. */
export const sentenceRules: Rule[] = [
  {
    name: 'sentence in lower case',
    // A word with a sign in it, such as `tool_calls`, is code.
    pattern: new RegExp(String.raw`^(?!(?:${smallNames.source})\b)\p{Ll}+[,:;]? [^\n]*[.!]\s*$`, 'u'),
    instead: 'a capital; a heading has no full stop',
  },
]

/** Straight apostrophes and quotation marks in a sentence; code in it keeps its own. */
export const signRules: Rule[] = [
  { name: 'straight apostrophe', pattern: /\p{L}'(?:d|ll|m|re|s|t|ve)\b|\p{Ll}s' \p{Ll}/u, instead: '’' },
  { name: 'straight quotation marks', pattern: /(?<!":)(?:^|\s)"X"/u, instead: '“X”' },
]

export const commentRules: Rule[] = [...titleRules, ...sentenceRules]

/** Texts that break a rule for a reason. */
export const exceptions: { rule: Rule['name']; text: string; why: string }[] = [
  {
    rule: '“may not”',
    text: 'Its models may not reply until you enter another key. Conversations are kept.',
    why: 'a possibility: some endpoints reply without a key',
  },
  {
    rule: 'word out of use',
    text: 'The server’s standard error appears here as it arrives. The server doesn’t send a log of its own.',
    why: 'a log as opposed to standard error',
  },
  ...[
    'call needs a server and a tool.',
    'import needs a file.',
    'show needs a record number.',
    'tools needs a server.',
  ].map((text) => ({ rule: 'sentence in lower case', text, why: 'begins with the command as it is typed' })),
]
