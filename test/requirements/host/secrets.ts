import type { Requirements } from '../types.ts'

export const secrets = {
  'SEC-1': {
    source: 'docs/architecture.md, Secrets',
    behaviour:
      'A known value is replaced once, where it enters: results, errors, progress, descriptions, notifications, stderr and errors of the model. Model, screen and disk see the same text.',
  },
  'SEC-2': {
    source: 'docs/architecture.md, Secrets',
    behaviour:
      'A value is found as it is and in its usual encodings, from six characters on, in linear time, and costs nothing where there are no secrets.',
  },
  'SEC-4': {
    source: 'docs/threat-model.md 18',
    behaviour:
      'In what a server prints, and in why it failed, what has the shape of a token is replaced though no secret has that value.',
  },
  'SEC-5': {
    source: 'docs/threat-model.md',
    behaviour:
      'Redaction never changes what a message means: only string values are touched, no ordinary word is looked for, and what others issued or asked for is replaced only in the text of the server that has it, in logs and in error output.',
  },
  'SEC-6': {
    source: 'docs/threat-model.md',
    behaviour:
      'A server cannot find out secrets of others by guessing: theirs are marked without a name, and an answer with more than three different ones is not passed on.',
  },
  'SEC-7': {
    source: 'docs/threat-model.md; RFC 6749, 10.10',
    behaviour:
      'A token or client secret that is too short or too common to be told from other text is refused, and the sign-in fails with a sentence.',
  },
  'SEC-3': {
    source: 'docs/architecture.md, Secrets',
    behaviour: 'A model’s answer that holds a value ends the turn; nothing of the value is shown or kept.',
  },
  'SEC-40': {
    source: 'docs/decisions.md 18',
    behaviour:
      'If the secret store can’t be read for now, Atrium starts, the log records no deletion, and servers and models say the store’s own sentence instead of that a secret is missing',
  },
  'SEC-41': {
    source: 'docs/decisions.md 18',
    behaviour:
      'A secret store that answers late is taken in without a restart: what it has is recorded, the log is signed, and servers that failed start.',
  },
} as const satisfies Requirements
