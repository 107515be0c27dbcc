import type { TabSession } from '../../shared/contract/about-commands.ts'
import type { PlaceVariable } from '../../shared/config/imported.ts'
import type { Shell } from '../../shared/contract/commands.ts'

/** A shell's services for the host. */
export interface Platform {
  /** Absolute path of an existing folder that only this installation uses. */
  readonly dataDirectory: string
  /** The user's own folders. Only `findConfigs` looks into them. */
  readonly folders: UserFolders
  /** `releases`: where newer versions are published, if this installation knows and its shell can show them. */
  readonly app: { name: string; version: string; shell: Shell; releases?: ReleasePlace | undefined }
  readonly secrets: SecretStore
  /** The signed-in tabs, if the shell has sign-ins. */
  readonly tabs?: Tabs
  /** The window's program, if the shell has a window. */
  readonly window?: WindowProgram
  /** Serves servers' apps, if the shell can show them. */
  readonly appFrames?: AppFrames
  /**
   * Starts a program of Atrium in another process, without this one's environment. Messages are copied.
   * Throws if the system can't start one.
   */
  startProgram(file: string, heard: ProgramListener): ProgramProcess
  /** Lets the user choose a folder in the system's dialog, if the shell has one. Undefined if they cancel. */
  pickFolder?(): Promise<string | undefined>
  /** The system's proxies for an origin, in the form of a PAC file's answer, if the shell can ask for them. */
  systemProxy?(origin: string): Promise<string>
  /**
   * Asks whether the user wants this, outside of any page that could answer. A shell whose page has proved who uses it
   * says yes by itself.
   */
  confirm(confirmation: Confirmation): Promise<boolean>
}

/** Hears a process's messages, and its end, for any reason. */
export type ProgramListener = { message(said: unknown): void; ended(): void }

/** A running program of Atrium. `kill` ends it at once, also while it computes. */
export type ProgramProcess = { post(told: unknown): void; kill(): void }

/** Where releases are published: the URL of the newest one's description, and their web page. */
export type ReleasePlace = { feed: string; page: string }

/**
 * Absolute paths: `config` is the folder for applications' configurations, `machine` the one for all users of this
 * computer. `named` are the places that environment variables name.
 */
export type UserFolders = {
  system: NodeJS.Platform
  home: string
  config: string
  machine: string
  named: Readonly<Partial<Record<PlaceVariable, string>>>
}

/** The tabs of a shell with sign-ins. `end` is false if there is no such tab. */
export type Tabs = { list(): TabSession[]; end(actor: string): boolean }

/**
 * `fuses`: the switches in its program file by name, undefined if they can't be read. `notificationFailure`: why the
 * system didn't show the last notification, in its own words.
 */
export type WindowProgram = {
  isPacked: boolean
  fuses(): Promise<Record<string, boolean> | undefined>
  notificationFailure?(): string | undefined
}

/** A question to the user. `detail` says in full what will happen; `action` is the label of the button that does it. */
export type Confirmation = { question: string; detail: string; action: string }

/**
 * Values that must not be in a file, a log or an event. A name that was never set reads `undefined`. While a store can't
 * be read but may be later, everything but `keep` and `check` rejects with `unavailable`.
 */
export interface SecretStore {
  /** If it didn't answer in time when it was first used: resolves once it does and can be read. */
  readonly late?: Promise<void> | undefined
  get(name: string): Promise<string | undefined>
  set(name: string, value: string): Promise<void>
  /**
   * Like `set`, but returns false and stores nothing if the user must be asked or something unreadable is in the way.
   */
  keep(name: string, value: string): Promise<boolean>
  delete(name: string): Promise<void>
  names(): Promise<string[]>
  /** Keeps a text and reads it back, apart from the stored values. */
  check(): Promise<StoreCheck>
}

/**
 * `backend`: the system's name for its keyring. `hides`: no keyring is there, so every program can read what is stored;
 * the user `agreed` to that, or is `unasked` so far. `locked`: why the stored values can't be read for now, as a
 * sentence. `isReadable`: the stored values can be read, or there are none. `works`: a text came back as it was.
 */
export type StoreCheck = {
  kind: 'keyring' | 'key-file'
  backend?: string
  hides?: 'agreed' | 'unasked'
  locked?: string
  isReadable: boolean
  works: boolean
}

/** A server's app that can be shown (MCP Apps 2026-01-26): what a shell needs to serve it. */
export interface ServedFrame {
  /** The document as the server sent it, up to 8 MiB. It is served unchanged. */
  readonly html: string
  /**
   * The app's content policy from `contentPolicyOf`, without `frame-ancestors`. The shell adds that, because only the
   * shell knows who can frame the app.
   */
  readonly policy: string
  /** All hosts that the policy allows, as the app declares them: `https://…` or `wss://…`. */
  readonly allowedOrigins: readonly string[]
}

/** An app that is being served, for one element that shows it. */
export interface OpenedFrame {
  /** For the `src` of the outer frame: the proxy's document. Unguessable, and gone after `close`. */
  readonly address: string
  /** Stops serving the app. A part that already runs ends with its frame. */
  close(): void
}

/**
 * Serves servers' apps in frames, each with a separate origin. Only a shell with a window or a tab has one; without
 * one, the host declares no apps to servers.
 *
 * One app can be open many times: each element that shows it opens its own frame and closes it.
 */
export interface AppFrames {
  /** Rejects with a `HostError` if nothing can be served now. */
  open(app: ServedFrame): Promise<OpenedFrame>
}
