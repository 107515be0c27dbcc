import type { Requirements } from '../types.ts'

/** The interface's frame and its pages. */
export const ui = {
  'UI-1': {
    source: 'docs/architecture.md, The contract',
    behaviour: 'The replica of a window equals the state of the host after every frame.',
  },
  'UI-2': {
    source: 'docs/architecture.md, The contract',
    behaviour:
      'A gap in the frame counter or in the journal makes the replica subscribe anew; nothing of that frame is folded.',
  },
  'UI-3': {
    source: 'docs/architecture.md, The contract',
    behaviour: 'A lost stream is taken up again, later each time, until a snapshot comes.',
  },
  'UI-4': {
    source: 'docs/architecture.md, The contract',
    behaviour: 'A new snapshot replaces what was known, and queries are told to run again.',
  },
  'UI-5': {
    source: 'docs/decisions.md 46',
    behaviour:
      'Listeners of the state hear at most once per frame; listeners of events hear each one in order at once.',
  },
  'UI-6': {
    source: 'docs/decisions.md 46',
    behaviour: 'A delta costs the same after a hundred thousand as after the first.',
  },
  'UI-7': {
    source: 'docs/decisions.md 20',
    behaviour: 'Lines of the feed are read whole, wherever the carrier cuts them, also within a character.',
  },
  'UI-8': {
    source: 'docs/interface.md, Layout; docs/interface.md 01',
    behaviour: 'Conversations stand under what waits for the person, then by day; nothing stands twice.',
  },
  'UI-9': {
    source: 'docs/architecture.md, The contract',
    behaviour: 'The list of conversations follows every event that changes it.',
  },
  'UI-10': {
    source: 'docs/interface.md, Words',
    behaviour: 'Times, sizes and counts are written with units and never wrongly rounded into the next one.',
  },
  'UI-11': {
    source: 'docs/interface.md 06i',
    behaviour: 'The usual configs of other apps and plain command lines fill the form; what cannot be taken is said.',
  },
  'UI-12': {
    source: 'docs/decisions.md 18',
    behaviour: 'A secret typed into the form travels as a secret, never inside the configuration.',
  },
  'UI-13': {
    source: 'docs/interface.md, Empty, loading and error',
    behaviour: 'Each mistake in the form is said beside its field, and nothing typed is lost.',
  },
  'UI-14': {
    source: 'docs/decisions.md 1',
    behaviour: 'Editing a server keeps what the form does not show.',
  },
  'UI-15': {
    source: 'docs/interface.md, Glyphs and seals',
    behaviour:
      'A seal is always the same for the same identity, its own mirror image, and another one when the command changes.',
  },
  'UI-16': {
    source: 'docs/interface.md 06a',
    behaviour: 'Every server stands in exactly one group: needs you, running, off.',
  },
  'UI-17': {
    source: 'docs/interface.md 07a',
    behaviour: 'The audit list has no gap and no record twice, however pages and new records come in.',
  },
  'UI-18': {
    source: 'docs/interface.md, Layout',
    behaviour: 'Every place has an address that leads back to it; an unknown address leads to the start.',
  },
  'UI-19': {
    source: 'docs/interface.md, Keys',
    behaviour: 'A key combination is taken only with exactly its modifiers.',
  },
  'UI-20': {
    source: 'docs/interface.md, Words',
    behaviour: 'Every word that the interface itself says stands in one typed catalogue.',
  },
  'UI-21': {
    source: 'docs/interface.md, Screens',
    behaviour: 'Each screen looks as it did when its picture was taken, in both themes and all widths.',
  },
  'UI-22': {
    source: 'docs/interface.md, Layout',
    behaviour:
      'Latin, Greek and Cyrillic words are set in the typefaces that Atrium brings, as they were written; figures in tables are of one width.',
  },
} as const satisfies Requirements
