/** The state of a checked part of the installation. */
export type PartHealth = 'fine' | 'notice' | 'problem'

/** The parts of an installation that are checked, in the order they are shown. */
export const checkedParts = [
  'database',
  'disk',
  'log',
  'folder',
  'settings',
  'secrets',
  'containment',
  'programs',
  'servers',
  'network',
  'clock',
  'node',
  'window',
  'browser',
] as const
export type PartName = (typeof checkedParts)[number]

/** A part's finding: `text` is a sentence, `advice` names the next step. The home folder is written as `~`. */
export type CheckedPart = { part: PartName; title: string; health: PartHealth; text: string; advice?: string }

/** The parts of this installation, and all of it as a text to pass on, without secrets, names and home folders. */
export type Checkup = { parts: CheckedPart[]; report: string }
