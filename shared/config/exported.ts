/** An application whose format servers can be exported to. */
export const exportClients = [
  'claude-desktop',
  'claude-code',
  'cursor',
  'vscode',
  'windsurf',
  'cline',
  'zed',
  'goose',
  'codex',
  'gemini',
  'continue',
  'opencode',
  'lm-studio',
] as const

/** An application that Atrium writes a configuration for. */
export type ExportClient = (typeof exportClients)[number]

/** Something that the other application can't express, so it is left out. */
export type ExportLoss =
  | 'folder'
  | 'off'
  | 'playground'
  | 'settings'
  | 'sign-in'
  | 'some-sign-in'
  | 'some-time-limits'
  | 'through-program'
  | 'time-limits'

/** Servers in another application's format. It contains no secret: `variables` are the names to set there. */
export type Exported = {
  /** The usual name of the application's file. */
  file: string
  text: string
  losses: { id: string; what: ExportLoss }[]
  variables: string[]
}

/** A server in the other application's own file, as written there. `before` is absent if it is new there. */
export type MergedEntry = { id: string; before?: string; after: string }

/** Why servers can't be put into the application's own file. */
export type MergeProblem = 'another-form' | 'no-file' | 'not-kept' | 'unreadable'

/** The changes of a merge. `hash` is of the file and of the result. */
export type MergePreview = { file: string; hash: string; entries: MergedEntry[] } | { problem: MergeProblem }
