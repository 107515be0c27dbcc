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
  'BUN-6': {
    source: 'docs/bundles.md, Update and remove',
    behaviour:
      'A bundle is added, trusted, called, updated and removed with its files; an old version stays until the new one has started.',
  },
  'BUN-7': {
    source: 'docs/bundles.md, Update and remove',
    behaviour: 'Another author, other content under the same version or an older version is said before an update.',
  },
  'BUN-8': {
    source: 'docs/bundles.md, Settings',
    behaviour:
      'A secret setting is in the secret store only, and reaches the server through its environment or an argument.',
  },
  'BUN-9': {
    source: 'docs/bundles.md, Update and remove',
    behaviour: 'Files that changed since a bundle was added are named, and restored from the kept copy on request.',
  },
  'BUN-10': {
    source: 'docs/bundles.md, Update and remove',
    behaviour: 'A kill at any moment of an installation leaves no part of it.',
  },
  'BUN-11': {
    source: 'docs/bundles.md, Review',
    behaviour:
      'By keyboard, a bundle is opened, reviewed with its claimed author, sum and command, added, trusted, called, updated and removed.',
  },
  'BUN-13': {
    source: 'docs/bundles.md',
    behaviour:
      'A refused or abandoned bundle leaves nothing in the data folder: its copy is gone when the refusal is said, and all copies are gone at the end.',
  },
  'BUN-14': {
    source: 'docs/bundles.md',
    behaviour:
      'A start removes the folders of bundles that no server uses, but nothing beside a file that it can’t read, and such a file ends no start.',
  },
  'BUN-12': {
    source: 'docs/bundles.md, From outside',
    behaviour:
      'A link or file from the system only opens a form to review: unknown, long or ambiguous links are refused, and nothing is added or started.',
  },
} as const satisfies Requirements
