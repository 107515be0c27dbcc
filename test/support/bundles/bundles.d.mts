/** A value of a setting, as a bundle's author or user gives it. */
export type Setting = string | number | boolean | string[]

/** A program on one system, with `<BUNDLE>` for the bundle's folder and `<HOME>` for the home folder. */
export type ExpectedLaunch = {
  platform: NodeJS.Platform
  settings: Record<string, Setting>
  command: string
  args: string[]
  env: Record<string, string>
}

/** What a setting is asked as. */
export type Expected = { id: string; type: string; secret?: boolean; required?: boolean; multiple?: boolean } & {
  default?: Setting
  min?: number
  max?: number
}

/** A bundle for tests, good or hostile, and what becomes of it. */
export type SampleBundle = {
  about: string
  bytes: Buffer
  /** `blocked` can be looked at, but not used on this computer. */
  verdict: 'installs' | 'refused' | 'blocked'
  code?: string
  warnings: string[]
  /** Paths, relative to the folder unpacked into, that must not exist afterwards. */
  escapes: string[]
  /** A faulty place in the manifest. */
  path?: string
  modes?: Record<string, string>
  asks: Expected[]
  launches: ExpectedLaunch[]
}

/** All sample bundles, by name; built again each time, always with the same bytes. */
export function sampleBundles(): Record<string, SampleBundle>
