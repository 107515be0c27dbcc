import type { Requirements } from '../types.ts'

/** Servers' prompts, lists and instructions. */
export const prompts = {
  'PRM-1': {
    source: 'specification, server/prompts, server/resources; docs/protocol-support.md, Prompts and completion',
    behaviour:
      'Prompts, resources and templates of every server that declares them are listed, all pages of them, and nothing is asked of one that does not.',
  },
  'PRM-2': {
    source: 'docs/protocol-support.md, Prompts and completion',
    behaviour:
      'A prompt is filled in by its server with what it takes and nothing else; a bad message of it costs only itself and is said.',
  },
  'PRM-3': {
    source: 'docs/protocol-support.md, Prompts and completion',
    behaviour:
      'What an argument could be is asked with what is filled in already; a newer question takes the place of an older one, and there are not too many.',
  },
  'PRM-4': {
    source: 'docs/protocol-support.md, Prompts and completion',
    behaviour:
      'A list that loops, never ends, breaks off or holds what is none costs only what is wrong with it; ten thousand resources are one list.',
  },
  'PRM-5': {
    source: 'docs/protocol-support.md, Prompts and completion',
    behaviour:
      'A list is fetched anew when its server says that it changed, and when it is shown after it went stale; never otherwise.',
  },
  'PRM-6': {
    source: 'docs/architecture.md, Third-party text; docs/threat-model.md 43, 44',
    behaviour:
      'A prompt, template or instructions that changed or came later are reviewed as tools are, and cannot be used before.',
  },
  'PRM-7': {
    source: 'docs/protocol-support.md, Prompts and completion',
    behaviour:
      'A prompt that is sent reaches the model in its roles, marked as its server’s, in messages that every API takes.',
  },
  'PRM-8': {
    source: 'docs/protocol-support.md, Prompts and completion',
    behaviour:
      'Models are given the instructions of a server only where the person agreed to exactly these, marked as the server’s.',
  },
  'PRM-9': {
    source: 'docs/protocol-support.md, Prompts and completion',
    behaviour: 'A request for a prompt always has its object of arguments, also an empty one.',
  },
  'SED-1': {
    source: 'specification, server/resources#annotations; docs/protocol-support.md, Prompts and completion',
    behaviour:
      'A message of a prompt that its server means for the user alone isn’t sent to the model, which is told how many; the preview marks it. Resources and results follow the same rule.',
  },
  'SED-2': {
    source: 'specification, server/resources#annotations; docs/protocol-support.md, Prompts and completion',
    behaviour:
      'Messages of a prompt with a priority are left out before anything without one if a request has no room, the lowest first; priority 1 stays, and the model is told of each.',
  },
  'OWN-1': {
    source: 'docs/guide.md, Add context',
    behaviour:
      'The user’s own prompts are in settings.json, added, edited and deleted with undo, bounded; a wrong one is refused with a sentence, and a file with one changes nothing.',
  },
  'OWN-2': {
    source: 'docs/guide.md, Add context',
    behaviour:
      'After a slash, the user’s own prompts come first; choosing one puts its text into the message, with its gaps filled in literally, by keyboard alone.',
  },
} satisfies Requirements
