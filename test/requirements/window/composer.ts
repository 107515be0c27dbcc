import type { Requirements } from '../types.ts'

/** Attachments to users' messages, and the tools the model sees in a conversation. */
export const composer = {
  'COM-1': {
    source: 'docs/interface.md, Composer; docs/decisions.md 43',
    behaviour: 'Pictures and text files go with a message, before its text, in a form that the API takes',
  },
  'COM-2': {
    source: 'docs/decisions.md 43',
    behaviour: 'A file is what its bytes say; what no model takes, or is too large, is refused with a sentence',
  },
  'COM-3': {
    source: 'docs/architecture.md, The journal on disk',
    behaviour: 'The bytes of an attachment are stored once, beside the events, and are erased with the conversation',
  },
  'COM-4': {
    source: 'docs/architecture.md, States',
    behaviour: 'A message with attachments waits in the queue, is sent with them, and comes back with them',
  },
  'COM-5': {
    source: 'docs/decisions.md 43',
    behaviour: 'What a server cannot show its models is not sent, and the person is told before she sends it',
  },
  'COM-6': {
    source: 'docs/interface.md, Composer',
    behaviour:
      'Files are picked, pasted or dropped, seen before they are sent, taken away by keyboard, and stay when sending fails',
  },
  'COM-7': {
    source: 'docs/interface.md, Third-party text',
    behaviour: 'The transcript shows what was attached from the store alone, small, and whole on request',
  },
  'COM-8': {
    source: 'docs/architecture.md, Third-party text',
    behaviour:
      'A tool that is switched off in a conversation is not in its model’s next request, and in no other conversation',
  },
  'COM-9': {
    source: 'docs/architecture.md, One door',
    behaviour:
      'A call of a tool that is switched off ends as invalid with a sentence; nobody is asked and nothing is sent',
  },
  'COM-10': {
    source: 'docs/architecture.md, Third-party text',
    behaviour:
      'The list of tools is what the model would be sent: titles and names, servers, claims and sizes; a name’s tooltip is the name as sent.',
  },
  'COM-11': {
    source: 'docs/interface.md, Many',
    behaviour: 'Four hundred tools are searched and switched by keyboard; the count stands in the composer',
  },
  'COM-13': {
    source: 'docs/interface.md, Composer',
    behaviour: 'In the window, the draft of each conversation survives a restart, and goes with its conversation.',
  },
  'COM-14': {
    source: 'docs/interface.md, Composer',
    behaviour: 'A long pasted text becomes an attachment, which one press turns back into text.',
  },
  'COM-15': {
    source: 'docs/architecture.md, The contract',
    behaviour:
      'What the user chose before a message applies to it: the message waits until the choice is saved, and isn’t sent if the choice is refused.',
  },
  'COM-12': {
    source: 'docs/threat-model.md P6',
    behaviour: 'What is switched off is kept with the conversation, also when it is chosen before the first message',
  },
} as const satisfies Requirements
