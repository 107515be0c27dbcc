import { toChromium } from '../addresses.ts'
import { Session } from '../session.ts'
import { chromium } from './state.ts'

/** A frame that asks for a permission: its URL, and its page's if it is inside one. */
export type Asker = { url: string; inside?: string | undefined }

/** A permission that a page can ask for: Electron's name for it, Chromium's names, and the device it is about. */
type Permission = { asked: string; names: readonly { name: string; sysex?: boolean }[]; media?: 'audio' | 'video' }

const simple = (asked: string, name = asked): Permission => ({ asked, names: [{ name }] })

/** As far as Chromium asks about them: docs/api/session.md and shell/common/gin_converters/content_converter.cc of Electron. */
const permissions: readonly Permission[] = [
  { asked: 'media', names: [{ name: 'camera' }], media: 'video' },
  { asked: 'media', names: [{ name: 'microphone' }], media: 'audio' },
  simple('geolocation'),
  simple('notifications'),
  simple('midi'),
  { asked: 'midiSysex', names: [{ name: 'midi', sysex: true }] },
  simple('clipboard-read'),
  simple('clipboard-sanitized-write', 'clipboard-write'),
  simple('display-capture'),
  simple('idle-detection'),
  simple('window-management'),
  simple('storage-access'),
  simple('local-fonts'),
]

/** An origin as Electron passes it to a check: with a slash, and empty if it is opaque. */
const originUrl = (url: string): string => /^[a-z][a-z\d+.-]*:\/\/[^/?#]+/.exec(url)?.[0].concat('/') ?? ''

/** Each handler gets this about a frame: RequestPermissionsWithDetails in shell/browser/electron_permission_manager.cc. */
const frameOf = ({ url, inside }: Asker) => ({ requestingUrl: url, isMainFrame: inside === undefined })

/**
 * Whether a frame has a permission; a yes of one handler suffices here. A check gets its page, and media once
 * for each device: GetPermissionResultForCurrentDocument in shell/browser/electron_permission_manager.cc of Electron. A
 * request for media names its devices and origin: RequestMediaAccessPermission in
 * shell/browser/web_contents_permission_helper.cc.
 */
async function grants(
  session: Session,
  contents: object,
  asker: Asker,
  { asked, media }: Permission,
): Promise<boolean> {
  const { url, inside } = asker
  const checked = {
    ...frameOf(asker),
    embeddingOrigin: originUrl(inside ?? url),
    ...(media !== undefined && { mediaType: media }),
  }
  if (Session.checks(session, contents, asked, originUrl(url), checked)) return true
  const requested = {
    ...frameOf(asker),
    ...(media !== undefined && { mediaTypes: [media], securityOrigin: originUrl(url) }),
  }
  return Session.requests(session, contents, asked, requested)
}

/**
 * Whether a page may open a foreign URL. Electron doesn't check, it only requests: RequestOpenExternalPermission in
 * shell/browser/web_contents_permission_helper.cc.
 */
export const mayLeave = (session: Session, contents: object, asker: Asker, url: string): Promise<boolean> =>
  Session.requests(session, contents, 'openExternal', { ...frameOf(asker), externalURL: url })

/** Makes Chromium grant and refuse a page what the app's handlers do, before the page can ask. */
export async function applyPermissions(session: Session, contents: object, url: string): Promise<void> {
  const { origin } = new URL(toChromium(url))
  if (origin === 'null') return
  const set = permissions.map(async (permission) => {
    const setting = (await grants(session, contents, { url }, permission)) ? 'granted' : 'denied'
    await Promise.all(
      permission.names.map((name) =>
        chromium().chromium.session.send('Browser.setPermission', { permission: name, setting, origin }),
      ),
    )
  })
  await Promise.all(set)
}

/**
 * The permissions that the app's handlers refuse a frame inside a page, as the header Permissions-Policy of its document: Chromium
 * gives it the page's rights. Electron gives it what the handlers say of the frame's URL, so the double ends an
 * app that grants a frame more than its page: GetPermissionResultForCurrentDocument in shell/browser/electron_permission_manager.cc.
 */
export async function policyInside(
  session: Session,
  contents: object,
  asker: Asker & { inside: string },
): Promise<string> {
  const judged = permissions.map(async (permission) => {
    const { asked, names } = permission
    if (!(await grants(session, contents, asker, permission))) return names.map(({ name }) => name)
    if (await grants(session, contents, { url: asker.inside }, permission)) return []
    throw new Error(`The double can’t grant ${asked} to a frame whose page doesn’t have it.`)
  })
  const features = new Set((await Promise.all(judged)).flat())
  // No feature of a document, and Chromium refuses it to a frame of another origin.
  features.delete('notifications')
  return [...features].map((feature) => `${feature}=()`).join(', ')
}
