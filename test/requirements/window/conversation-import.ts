import type { Requirements } from '../types.ts'

export const conversationImport = {
  'IMC-1': {
    source: 'docs/export.md, Importing conversations',
    behaviour:
      'Files of Atrium, ChatGPT and Claude are recognized with all branches, and the preview says how much is in them and what is left out; it changes nothing.',
  },
  'IMC-2': {
    source: 'docs/export.md, Importing conversations',
    behaviour: 'A conversation is imported whole or not at all, and a confirmed one survives a killed process.',
  },
  'IMC-3': {
    source: 'docs/export.md, Importing conversations',
    behaviour: 'A conversation that is here already is left out, unless the user wants it again.',
  },
  'IMC-4': {
    source: 'docs/export.md, Importing conversations',
    behaviour:
      'A file that isn’t one of these, is too large or hostile gets one sentence and changes nothing; loops, deep values and long texts cost only their conversation.',
  },
  'IMC-5': {
    source: 'docs/export.md, What an imported conversation is',
    behaviour:
      'Nothing in a file decides anything: no rule, instruction, model, tool or undo follows from it, its calls are marked and don’t count as calls that ran here, and known secrets are replaced.',
  },
  'IMC-6': {
    source: 'docs/export.md, What an imported conversation is',
    behaviour:
      'A model that continues an imported conversation gets its text in a form that every API takes, marked as imported, without results of calls; text of it in a call’s arguments is shown as coming from there.',
  },
  'IMC-7': {
    source: 'docs/export.md, Importing conversations',
    behaviour:
      'A conversation that Atrium exported as JSON has the same branches, texts and calls after it is imported.',
  },
  'IMC-8': {
    source: 'docs/export.md, What an imported conversation is',
    behaviour: 'Imported text is found like other text, is in the audit log under its own kinds, and can be erased.',
  },
  'IMC-10': {
    source: 'docs/export.md, Importing conversations',
    behaviour: 'A file is parsed in a thread of its own; the host gets an overview, and one conversation at a time.',
  },
  'IMC-11': {
    source: 'docs/export.md, Importing conversations',
    behaviour:
      'Marks that only ChatGPT resolves become what the file says they stand for, or are left out and counted. One conversation alone and a list inside an object are read like an export.',
  },
  'IMC-9': {
    source: 'docs/export.md, Importing conversations',
    behaviour:
      'Conversations are imported by keyboard: the file, what to import, progress, the first one, and undo. Imported turns say where they are from.',
  },
  'IMC-30': {
    source: 'docs/export.md, Importing conversations',
    behaviour:
      'The ZIP archive of a data export is imported from its conversations.json, at the root or in a folder; nothing else in it is unpacked, or judged.',
  },
  'IMC-31': {
    source: 'docs/export.md, Importing conversations',
    behaviour:
      'A ZIP archive that is broken, encrypted or a bomb, or has no such file or several, gets one sentence and changes nothing.',
  },
} as const satisfies Requirements
