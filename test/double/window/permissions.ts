import { toChromium } from '../addresses.ts'
import { Session, type Asker } from '../session.ts'
import { chromium } from './state.ts'

/** Chromium's names for Electron's permissions, as far as it asks about them. */
const names: Record<string, readonly { name: string; sysex?: boolean }[]> = {
  media: [{ name: 'camera' }, { name: 'microphone' }],
  geolocation: [{ name: 'geolocation' }],
  notifications: [{ name: 'notifications' }],
  midi: [{ name: 'midi' }],
  midiSysex: [{ name: 'midi', sysex: true }],
  'clipboard-read': [{ name: 'clipboard-read' }],
  'clipboard-sanitized-write': [{ name: 'clipboard-write' }],
  'display-capture': [{ name: 'display-capture' }],
  'idle-detection': [{ name: 'idle-detection' }],
  'window-management': [{ name: 'window-management' }],
  'storage-access': [{ name: 'storage-access' }],
  'local-fonts': [{ name: 'local-fonts' }],
}

/** Makes Chromium grant and refuse a page what the app's handlers do, before the page can ask. */
export async function applyPermissions(session: Session, contents: object, url: string): Promise<void> {
  const grants = await Session.grants(session, contents, { url })
  const { origin } = new URL(toChromium(url))
  if (origin === 'null') return
  const set = [...grants].flatMap(([permission, granted]) =>
    (names[permission] ?? []).map((descriptor) =>
      chromium().chromium.session.send('Browser.setPermission', {
        permission: descriptor,
        setting: granted ? 'granted' : 'denied',
        origin,
      }),
    ),
  )
  await Promise.all(set)
}

/**
 * The permissions that the app's handlers refuse a frame inside a page, as the header Permissions-Policy of its document: Chromium would
 * give it the page's own rights.
 */
export async function policyInside(session: Session, contents: object, asker: Asker): Promise<string> {
  const grants = await Session.grants(session, contents, asker)
  const refused = [...grants].flatMap(([permission, granted]) => (granted ? [] : (names[permission] ?? [])))
  const features = new Set(refused.map(({ name }) => name))
  // No feature of a document, and Chromium refuses it to a frame of another origin.
  features.delete('notifications')
  return [...features].map((feature) => `${feature}=()`).join(', ')
}
