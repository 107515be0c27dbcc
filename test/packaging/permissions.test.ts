import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from './packages.ts'

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** The entitlements in a property list that are granted. */
const granted = (file: string): string[] =>
  [...read(file).matchAll(/<key>([^<]+)<\/key>\s*<true\/>/g)].flatMap(([, key]) => key ?? [])

/** By entitlement of the hardened runtime, the sentences that macOS shows when a program asks. */
const permissions = {
  'automation.apple-events': ['AppleEvents'],
  'personal-information.addressbook': ['Contacts'],
  'personal-information.calendars': ['Calendars', 'CalendarsFullAccess', 'Reminders', 'RemindersFullAccess'],
  'personal-information.location': ['Location'],
  'personal-information.photos-library': ['PhotoLibrary'],
  'device.audio-input': ['Microphone'],
  'device.camera': ['Camera'],
}

test('[MAC-7] asks for each permission with an entitlement and a sentence', () => {
  const entitlements = granted('main/shells/electron/resources/entitlements.mac.plist')
  const own = ['cs.allow-jit', 'cs.disable-library-validation', ...Object.keys(permissions)]
  expect(entitlements.toSorted()).toEqual(own.map((name) => `com.apple.security.${name}`).toSorted())
  const { mac }: { mac: { hardenedRuntime: boolean; extendInfo: Record<string, string> } } = parse(
    read('electron-builder.yml'),
  )
  // Local networks need no entitlement outside the App Store.
  const sentences = [...Object.values(permissions).flat(), 'LocalNetwork'].map((name) => `NS${name}UsageDescription`)
  expect(mac.hardenedRuntime).toBe(true)
  expect(Object.keys(mac.extendInfo).toSorted()).toEqual(sentences.toSorted())
  for (const sentence of Object.values(mac.extendInfo)) expect(sentence).toMatch(/If you allow it, every .*server /)
})
