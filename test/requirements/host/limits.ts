import type { Requirements } from '../types.ts'

/** Limits on what servers can cost, and checks that don't reject valid content. */
export const limits = {
  'VAL-3': {
    source: 'JSON Schema Validation 2020-12, 6.2.1 multipleOf',
    behaviour: 'Whether a number is a multiple of another is decided in decimal, as both are written.',
  },
  'VAL-4': {
    source: 'docs/threat-model.md',
    behaviour:
      'However many of its schemas burn the processor, a server takes at most one check from the thread that others share and five from a thread apart; then none of its schemas is checked for ten minutes, which is said.',
  },
  'VAL-5': {
    source: 'docs/decisions.md 5',
    behaviour:
      'A small value that fits a small schema with a bounded cost is recognized on the host’s thread; every other schema and value is checked in a thread that can be killed.',
  },
  'PRF-1': {
    source: 'docs/decisions.md 67',
    behaviour:
      'A call that a rule allows costs one commit before it is sent and no message to a thread; calls that arrive together share that commit.',
  },
  'PRF-2': {
    source: 'docs/decisions.md 68',
    behaviour:
      'No commit waits for the index of words; a search finds everything durable all the same, also after a crash.',
  },
  'PRF-3': {
    source: 'docs/decisions.md 67',
    behaviour: 'A turn’s next request measures only what is new in it: messages and tools that stay are measured once.',
  },
  'PRF-4': {
    source: 'docs/decisions.md 67',
    behaviour:
      'A turn makes JSON of each earlier message once and of each request once, however many tools servers offer.',
  },
  'PRF-5': {
    source: 'docs/decisions.md 67',
    behaviour:
      'A turn reads nothing of its conversation again that the turn before it left: the two conversations used last are held and follow the log.',
  },
  'PRF-6': {
    source: 'docs/decisions.md 67',
    behaviour:
      'A window gets a conversation as the JSON that the reading thread wrote: the host’s own thread neither reads nor writes it.',
  },
  'CAT-11': {
    source: 'docs/threat-model.md',
    behaviour:
      'The definitions of one server add at most 32 MB an hour to the log, and 64 MB between two decisions of a person about them; what is beyond is not taken over, cannot be used, and the server is marked.',
  },
  'CAT-12': {
    source: 'docs/threat-model.md',
    behaviour:
      'A list that is another one each time is fetched ever less often, down to once in five minutes, and so is the person asked.',
  },
  'JRN-30': {
    source: 'docs/threat-model.md',
    behaviour:
      'The database takes no more of a disk than what is free but for 64 MB, or a fiftieth of a small disk; beyond, nothing new starts.',
  },
  'LLM-30': {
    source: 'docs/decisions.md 45',
    behaviour:
      'What exceeds a known context is shortened before it is sent: earlier results, the oldest first, then answers, then the newest results, each with a note to the model; the person sees how many.',
  },
  'LLM-31': {
    source: 'docs/interface.md, Words',
    behaviour:
      'When tools leave no room for a message, the refusal says how much they take and where they are turned off.',
  },
  'RUL-25': {
    source: 'docs/threat-model.md',
    behaviour:
      'A rule about an address counts its scheme and port; one from before, with a host alone, permits usual ports and denies all.',
  },
  'RUL-26': {
    source: 'docs/threat-model.md',
    behaviour:
      'A rule that denies or asks holds for a folder in any case and any writing of accents, and if nobody can tell whether it denies, the person is asked.',
  },
} as const satisfies Requirements
