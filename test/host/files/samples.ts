import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileOutcome } from '../../../shared/content/extracted.ts'

/** The outcome that a sample must have; the file explains its members. */
export type Expected = {
  kind: string
  outcome: FileOutcome['outcome']
  because?: string
  alsoAllowed?: string[]
  pages?: number
  slides?: number
  sheets?: string[]
  seconds?: number
  contains?: Record<string, string[]>
  order?: string[]
  hidden?: string[]
  warns?: string[]
  cut?: true
  maxCharacters?: number
  mustNotContain?: string[]
  mustNotBeInVisibleText?: string
}

const place = fileURLToPath(new URL('../../support/samples/', import.meta.url))
/** The expected outcome of each sample, by its name. */
export const { files: expectedFiles } = JSON.parse(readFileSync(path.join(place, 'expected.json'), 'utf8')) as {
  files: Record<string, Expected>
}

const folders = ['pdf', 'office', 'other']

/** The samples that are there. */
export const sampleNames = (): string[] => folders.flatMap((folder) => readdirSync(path.join(place, 'files', folder)))

/** The bytes of a sample, whichever folder it is in. */
export function sample(name: string): Buffer {
  const folder = folders.find((one) => existsSync(path.join(place, 'files', one, name)))
  return readFileSync(path.join(place, 'files', folder ?? '', name))
}
