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

/** Max messages of a page in one command, and max bytes of them: fewer than a shell takes in one. */
export const mostTold = 100
export const mostToldBytes = 16 * 1024 * 1024

const pixels = z.int().min(0).max(100_000)

/** A page's surroundings: the window that shows it (MCP Apps 2026-01-26, Host Context). */
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

/** A page's wish for a display mode; the window does it if it can, and answers with `changePage`. */
export type ModeWish = { id: number; mode: PageSurroundings['mode'] }

/** Files that were saved for a page at its last wish, and why the rest wasn't, in a sentence. */
export type SavedForPage = { files: SavedFile[]; problem?: string | undefined }

/** A page's state, from the user's wish to see it to its end. */
export type PageState =
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
      saved: SavedForPage
      wish?: ModeWish | undefined
      isHeld: boolean
    }
  /** It is gone: the user said no or closed it, or `problem` says in a sentence what happened. */
  | { state: 'closed'; problem?: string | undefined }

/** Commands about servers' pages in the window. A view is one run of a page; only the session that opened it can use it. */
export const pageCommands = {
  /**
   * Shows the page of a call's server for its result, after the user's yes. Opened again before it runs, it is the same
   * view. `not-found` if the call has no page or wasn't sent, `unavailable` if this shell shows no pages.
   */
  openPage: command('use', z.strictObject({ conversation: id, call: id, around: surroundings })).returns<{
    view: string
  }>(),
  /** The view's state, and the messages for the page since the last time, in order. `page.told` says when to ask. */
  takePage: command('use', z.strictObject({ view: id })).returns<{ now: PageState; messages: JsonObject[] }>(),
  /** The page's messages, in order. A bad message gets an error response to the page; the command succeeds. */
  tellPage: command(
    'use',
    z.strictObject({
      view: id,
      messages: z.array(z.custom<JsonObject>((it) => isObject(it) && isWithinSize(it))).max(mostTold),
    }),
  ).returns<void>(),
  /** The page's surroundings changed. `answers`: the ID of the page's wish that this answers, granted or not. */
  changePage: command(
    'use',
    z.strictObject({ view: id, around: surroundings, answers: z.int().positive().optional() }),
  ).returns<void>(),
  /** Lets a page that made too many calls make as many again. */
  letPageGoOn: command('use', z.strictObject({ view: id })).returns<void>(),
  /** The context that a page has for models, whole. `not-found` if it is no longer kept. */
  getPageContext: command('read', z.strictObject({ handle: hash })).returns<{ contents: ResourceContent[] }>(),
  /** Keeps a page's context out of the next message, until the page changes it. */
  removePageContext: command('use', z.strictObject({ view: id })).returns<void>(),
  /** Ends a view. Atrium gives the page a moment to finish; unless the end is `wanted`, its frame is gone already. */
  closePage: command(
    'use',
    z.strictObject({ view: id, because: z.enum(['wanted', 'refused', 'left', 'hangs', 'floods', 'seizes']) }),
  ).returns<void>(),
}

/** A page's surroundings, as its window describes them. */
export type PageSurroundings = z.infer<typeof surroundings>
