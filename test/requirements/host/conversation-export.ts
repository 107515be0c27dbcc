import type { Requirements } from '../types.ts'

export const conversationExport = {
  'EXP-1': {
    source: 'docs/export.md, The formats',
    behaviour:
      'A conversation is exported as Markdown or a page with the branch in use, or as JSON with all branches that aren’t deleted.',
  },
  'EXP-2': {
    source: 'docs/export.md, What it leaves out',
    behaviour: 'Known secrets are replaced in every format, and the results of calls are left out if the user wants.',
  },
  'EXP-3': {
    source: 'docs/export.md, The formats',
    behaviour:
      'No text in an export acts in it: the page runs no scripts, neither the page nor Markdown loads anything, and no quoted text leaves its place.',
  },
  'EXP-4': {
    source: 'docs/export.md, Export a conversation',
    behaviour: 'A conversation is exported by keyboard, from its menu or the palette; the dialog says what goes out.',
  },
  'EXP-80': {
    source: 'docs/export.md, Export a conversation',
    behaviour:
      'A conversation of any length is exported in pieces of bounded size, turn by turn, between which the host does everything else.',
  },
} as const satisfies Requirements
