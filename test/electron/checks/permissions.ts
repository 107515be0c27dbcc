import { expect } from '@playwright/test'
import { contentPolicyOf } from '../../../main/host/apps/app-policy.ts'
import type { AppFrames } from '../../../main/host/platform.ts'
import type { Mutation } from '../../e2e/support/app-copy.ts'
import type { Check } from '../support/bench.ts'

/** The window's frames are inside its program; this copy hands them out. */
export const openedFrames: Mutation = {
  folder: 'main',
  text: 'var appFrames = new WindowAppFrames(',
  becomes: 'var appFrames = globalThis.appFrames = new WindowAppFrames(',
}

/** Without it, only the permission handlers stand between a server's app and what its page has. */
export const withoutPolicy: Mutation = {
  folder: 'main',
  text: '"permissions-policy": deniedFeatures',
  becomes: '"x-none": deniedFeatures',
}

/** Each requests like a page, and reports the result; a refusal begins with “no”. */
const requests = `({
  geolocation: () => new Promise((resolve) => navigator.geolocation.getCurrentPosition(
    () => resolve('a place'), ({ code }) => resolve(code === 1 ? 'no' : 'allowed'))),
  notifications: async () => (await Notification.requestPermission()) === 'granted' ? 'allowed' : 'no',
  camera: () => navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'pictures'),
  microphone: () => navigator.mediaDevices.getUserMedia({ audio: true }).then(() => 'sound'),
  screen: () => navigator.mediaDevices.getDisplayMedia({ video: true }).then(() => 'the screen'),
  midi: () => navigator.requestMIDIAccess({ sysex: true }).then(() => 'instruments'),
  clipboard: () => navigator.clipboard.readText().then(() => 'the clipboard'),
  windows: () => globalThis.getScreenDetails().then(() => 'the screens'),
  idle: async () => (await IdleDetector.requestPermission()) === 'granted' ? 'allowed' : 'no',
  fonts: async () => (await globalThis.queryLocalFonts()).length > 0 ? 'fonts' : 'no',
  usb: () => navigator.usb.requestDevice({ filters: [] }).then(() => 'a device'),
  hid: async () => (await navigator.hid.requestDevice({ filters: [] })).length > 0 ? 'a device' : 'no',
  serial: () => navigator.serial.requestPort().then(() => 'a port'),
  bluetooth: () => navigator.bluetooth.requestDevice({ acceptAllDevices: true }).then(() => 'a device'),
})`

const asked = ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read', 'window-management']

export const grantsNothing: Check = {
  title: 'grants a page no permission except writing to the clipboard',
  run: async ({ page }) => {
    const states = await page.evaluate(async (names) => {
      const query = async (name: string): Promise<string> =>
        (await navigator.permissions.query({ name: name as PermissionName })).state
      return Promise.all(names.map(query))
    }, asked)
    expect(states.filter((state) => state === 'granted')).toEqual([])
    const got = await page.evaluate(
      async (all) => {
        const answers = Object.entries(all).map(([name, ask]): [string, Promise<string>] => [
          name,
          (async () => ask())().catch(() => 'no'),
        ])
        // This one is always answered. Others need a device, or a person, and can stay open.
        await answers.find(([name]) => name === 'notifications')?.[1]
        const patience = (): Promise<string> => new Promise((resolve) => setTimeout(resolve, 2000, 'no answer'))
        const one = async ([name, answer]: [string, Promise<string>]): Promise<string> =>
          (await Promise.race([answer, patience()])).startsWith('no') ? '' : name
        return (await Promise.all(answers.map(one))).filter(Boolean)
      },
      await page.evaluateHandle<Record<string, () => Promise<string>>>(requests),
    )
    expect(got).toEqual([])
    await page.bringToFront()
    const written = await page.evaluate(() => navigator.clipboard.writeText('copied').then(() => true, String))
    expect(written).toBe(true)
  },
}

/** In a copy with `openedFrames` and `withoutPolicy`. */
export const framesGetNothing: Check = {
  title: 'grants a server’s app nothing, not even what its page has',
  run: async ({ desktop, page }) => {
    const address = await desktop.evaluate(
      async (_electron, served) => {
        const { appFrames } = globalThis as unknown as { appFrames: AppFrames }
        return (await appFrames.open(served)).address
      },
      { html: '<!doctype html><title>App</title>', policy: contentPolicyOf([]), allowedOrigins: [] },
    )
    const shown = address.replace(/^atrium-view:\/\/([\w-]+)/, 'https://$1.atrium-view.invalid')
    await page.evaluate((src) => {
      const frame = document.createElement('iframe')
      Object.assign(frame, { allow: 'clipboard-write', src, sandbox: 'allow-scripts allow-same-origin' })
      document.body.append(frame)
    }, shown)
    const inside = () => page.frames().find((it) => it.url() === shown)
    const isReady = () => inside()?.evaluate(() => document.readyState === 'complete')
    await expect.poll(isReady, { timeout: 10_000 }).toBe(true)
    type Policed = Document & { featurePolicy: { allowsFeature(name: string): boolean } }
    const mayWrite = (): boolean => (document as Policed).featurePolicy.allowsFeature('clipboard-write')
    expect({ page: await page.evaluate(mayWrite), frame: await inside()?.evaluate(mayWrite) }).toEqual({
      page: true,
      frame: false,
    })
  },
}
