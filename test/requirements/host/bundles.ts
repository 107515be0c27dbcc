import type { Requirements } from '../types.ts'

/** Bundles: archives with a server's program in them, from a file or a page. */
export const bundles = {
  'BUN-1': {
    source: 'docs/bundles.md, What Atrium checks',
    behaviour:
      'A damaged or hostile archive is refused with its reason, before anything is written: names that lead out or deceive, links, devices, duplicates, overlaps, bombs, sizes and sums that lie.',
  },
  'BUN-2': {
    source: 'docs/bundles.md, Review',
    behaviour: 'A sound bundle becomes questions and the exact command for this system, with what is unusual about it.',
  },
  'BUN-3': {
    source: 'docs/bundles.md, What Atrium checks',
    behaviour: 'A bundle is unpacked as plain files and folders without set-id bits, and only into its own folder.',
  },
  'BUN-4': {
    source: 'docs/bundles.md, What Atrium checks',
    behaviour: 'Every known version of a manifest is read; one that is not valid is refused with all its faults.',
  },
  'BUN-5': {
    source: 'docs/bundles.md, Settings',
    behaviour: 'What the user typed is put in its place as it is: nothing in it is expanded, and no secret moves.',
  },
} as const satisfies Requirements
