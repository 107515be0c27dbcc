import type { BundleRefusal } from '../../../shared/config/bundle.ts'

/** Sentences about bundles that commands refuse with. The page has its own for what a review finds. */
export const bundleWords = {
  tooLarge: (mebibytes: number) => `A bundle can have up to ${mebibytes} MiB.`,
  notInOrder: 'The bundle arrived incomplete. Open it again.',
  notOpened: 'Atrium has no copy of this bundle. Open it again.',
  busy: (name: string) => `Atrium is already adding the bundle ${name}. Wait until it’s done.`,
  refused: (name: string, code: BundleRefusal) => `The bundle ${name} can’t be used (${code}). Nothing was added.`,
  blocked: (name: string) => `The bundle ${name} doesn’t work on this computer. Nothing was added.`,
  notAsReviewed: (name: string) => `The bundle ${name} isn’t the one you reviewed. Open it again.`,
  otherContent: (name: string) =>
    `Another bundle named ${name} is already there. Remove its server first, then open this one again.`,
} as const
