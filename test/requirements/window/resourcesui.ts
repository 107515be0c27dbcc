import type { Requirements } from '../types.ts'

/** How users find, view, attach and follow servers' resources. */
export const resourcesui = {
  'REU-1': {
    source: 'docs/interface.md, Many; docs/interface.md, Prompts and resources',
    behaviour:
      'The resources of a server stand in the tree of their addresses, or in one list by name, time, size or priority',
  },
  'REU-2': {
    source: 'docs/interface.md, Prompts and resources',
    behaviour: 'Every word of a search stands somewhere in what is shown, and the folders around it are shown with it',
  },
  'REU-3': {
    source: 'docs/interface.md, Prompts and resources',
    behaviour: 'A content is shown as what it is: text exactly, JSON formatted, pictures, sound, and else its bytes',
  },
  'REU-4': {
    source: 'docs/interface.md, Prompts and resources; RFC 6570',
    behaviour: 'A template becomes a form of its variables, and what is left empty is left out of the address',
  },
  'REU-5': {
    source: 'docs/interface.md, Prompts and resources',
    behaviour: 'Two versions of a resource are compared by their texts, as far as both are there',
  },
  'REU-6': {
    source: 'docs/interface.md, Prompts and resources; docs/interface.md, Accessibility',
    behaviour:
      'By keyboard alone resources are found, previewed, attached, sent, seen in the transcript, and sent anew after they changed',
  },
  'REU-7': {
    source: 'docs/interface.md, Prompts and resources',
    behaviour: 'A template is filled in, its address shown as it grows, previewed and attached',
  },
  'REU-8': {
    source: 'docs/interface.md, Prompts and resources',
    behaviour:
      'The page of a server lists its resources and templates, previews them and attaches them in a conversation',
  },
  'REU-10': {
    source: 'docs/interface.md, Prompts and resources; docs/interface.md, Empty, loading and error',
    behaviour:
      'A list that came only in part says so, and a press loads the rest; what is followed is seen in the table',
  },
  'REU-9': {
    source: 'docs/interface.md, Prompts and resources; docs/architecture.md, States',
    behaviour:
      'What was picked stands once in its newest version, has room in the message, and comes back with one that was taken back',
  },
  'SED-5': {
    source: 'specification, server/resources#common-uri-schemes; docs/interface.md, Prompts and resources',
    behaviour:
      'A resource of the type inode/directory is a folder in the picker that opens to what its server lists in it, by keyboard too; it can’t be attached, also not by a command.',
  },
  'SED-6': {
    source: 'specification, server/resources#annotations; docs/interface.md, Prompts and resources',
    behaviour:
      'The picker shows only what is for the model, or for the user, on request, and its search knows these words.',
  },
  'REU-11': {
    source: 'docs/interface.md, Prompts and resources',
    behaviour:
      'What the host no longer has is named before anything is sent, and a resource is read again in its place with one press.',
  },
} as const satisfies Requirements
