import { z } from 'zod'
import { command, hash, id } from './command.ts'
import type { ResourceContent } from '../content/listed.ts'
import { isWithinSize } from '../content/app-message.ts'
import type { ResultPart } from '../content/result-part.ts'
import { isObject, type JsonObject } from '../schema/json.ts'

/** A match in a result's text; `at` counts characters from the start. */
export type ResultMatch = { at: number; before: string; match: string; after: string }

const from = z.int().min(0).default(0)

/** Reading results that are too large to show whole. `not-found` if the value isn't stored, or isn't a result. */
export const resultCommands = {
  /** The part of a result shown first, and the total size; `bytes` counts its JSON text. */
  readResult: command('read', z.strictObject({ hash })).returns<ResultPart & { bytes: number }>(),
  /** A result's text from one position on. */
  readResultText: command(
    'read',
    z.strictObject({ hash, from, limit: z.int().min(1).max(1_000_000).default(100_000) }),
  ).returns<{ text: string; characters: number }>(),
  /** Matches in a result's text, ignoring case; the answer says if there are more after the last. */
  searchResult: command(
    'read',
    z.strictObject({ hash, words: z.string().min(1).max(200), from, limit: z.int().min(1).max(100).default(50) }),
  ).returns<{ matches: ResultMatch[]; more: boolean }>(),
  /** Writes a result to a new file in the data folder: as text if it's nothing else, else as JSON. */
  saveResult: command('use', z.strictObject({ hash })).returns<{ file: string; bytes: number }>(),
  /** Writes a text to a new file in the data folder, without secrets. The file's name begins with `name`, made safe. */
  saveText: command(
    'use',
    z.strictObject({ name: z.string().min(1).max(300), text: z.string().max(6_000_000) }),
  ).returns<{ file: string; bytes: number }>(),
}

/** Max messages of an app in one command, and max bytes of them: fewer than a shell takes in one. */
export const mostTold = 100
export const mostToldBytes = 16 * 1024 * 1024

const pixels = z.int().min(0).max(100_000)

/** An app's surroundings: the window that shows it (MCP Apps 2026-01-26, Host Context). */
const surroundings = z.strictObject({
  theme: z.enum(['light', 'dark']),
  /** The extension's style variables, as values that need nothing of Atrium's own page. */
  variables: z.record(z.string().regex(/^--[a-z0-9-]{1,60}$/), z.string().max(600)),
  locale: z.string().max(60),
  timeZone: z.string().max(60),
  mode: z.enum(['inline', 'fullscreen']),
  /** CSS pixels: the frame's width, and the most its height can be. */
  width: pixels,
  mostHeight: pixels,
  touch: z.boolean(),
  hover: z.boolean(),
})

/** A file that Atrium wrote, by its path. */
export type SavedFile = { file: string; bytes: number }

/** An app's wish for a display mode; the window does it if it can, and answers with `changeApp`. */
export type ModeWish = { id: number; mode: AppSurroundings['mode'] }

/** Files that were saved for an app at its last wish, and why the rest wasn't, in a sentence. */
export type SavedForApp = { files: SavedFile[]; problem?: string | undefined }

/** An app's state, from the user's wish to see it to its end. */
export type ViewState =
  /** Atrium reads it from its server. */
  | { state: 'reading' }
  /** The user is asked, with this question. */
  | { state: 'asking'; ask: string }
  /**
   * It runs at this address. `isReady`: it finished its handshake; `isLate`: not in time, and still can. `canFill`: it
   * doesn't refuse to fill the window. `saved`: the files last saved for it. `isHeld`: it made too many calls, and the next
   * ones wait for the user.
   */
  | {
      state: 'open'
      address: string
      isReady: boolean
      isLate: boolean
      canFill: boolean
      saved: SavedForApp
      wish?: ModeWish | undefined
      isHeld: boolean
    }
  /** It is gone: the user said no or closed it, or `problem` says in a sentence what happened. */
  | { state: 'closed'; problem?: string | undefined }

/** Commands about servers' apps in the window. A view is one run of an app; only the session that opened it can use it. */
export const appCommands = {
  /**
   * Shows the app of a call's server for its result, after the user's yes. Opened again before it runs, it is the same
   * view. `not-found` if the call has no app or wasn't sent, `unavailable` if this shell shows no apps.
   */
  openApp: command('use', z.strictObject({ conversation: id, call: id, around: surroundings })).returns<{
    view: string
  }>(),
  /** The view's state, and the messages for the app since the last time, in order. `page.told` says when to ask. */
  takeApp: command('use', z.strictObject({ view: id })).returns<{ now: ViewState; messages: JsonObject[] }>(),
  /** The app's messages, in order. A bad message gets an error response to the app; the command succeeds. */
  tellApp: command(
    'use',
    z.strictObject({
      view: id,
      messages: z.array(z.custom<JsonObject>((it) => isObject(it) && isWithinSize(it))).max(mostTold),
    }),
  ).returns<void>(),
  /** The app's surroundings changed. `answers`: the ID of the app's wish that this answers, granted or not. */
  changeApp: command(
    'use',
    z.strictObject({ view: id, around: surroundings, answers: z.int().positive().optional() }),
  ).returns<void>(),
  /** Lets an app that made too many calls make as many again. */
  letAppGoOn: command('use', z.strictObject({ view: id })).returns<void>(),
  /** The context that an app has for models, whole. `not-found` if it is no longer kept. */
  getAppContext: command('read', z.strictObject({ handle: hash })).returns<{ contents: ResourceContent[] }>(),
  /** Keeps an app's context out of the next message, until the app changes it. */
  removeAppContext: command('use', z.strictObject({ view: id })).returns<void>(),
  /** Ends a view. Atrium gives the app a moment to finish; unless the end is `wanted`, its frame is gone already. */
  closeApp: command(
    'use',
    z.strictObject({ view: id, because: z.enum(['wanted', 'refused', 'left', 'hangs', 'floods', 'seizes']) }),
  ).returns<void>(),
}

/** An app's surroundings, as its window describes them. */
export type AppSurroundings = z.infer<typeof surroundings>
