import { expect } from '@playwright/test'
import { test } from './mini.ts'

test.describe('[ELE-22] the double’s permissions, as in Electron', () => {
  test('grant permissions until the app refuses both ways of asking', async ({ mini, page }) => {
    const state = (): Promise<string> =>
      page.evaluate(async () => (await navigator.permissions.query({ name: 'geolocation' })).state)
    expect(await state()).toBe('granted')
    await mini.evaluate(({ session }) =>
      session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false)),
    )
    expect(await state()).toBe('granted')
    await mini.evaluate(({ session }) => session.defaultSession.setPermissionCheckHandler(() => false))
    await expect.poll(state).toBe('denied')
    await mini.evaluate(({ session }) => {
      session.defaultSession.setPermissionCheckHandler(null)
      session.defaultSession.setPermissionRequestHandler(null)
    })
  })

  test('ask about a permission with its page’s URL, and about media with each device', async ({ mini, page }) => {
    await mini.evaluate(({ session }) => {
      const asked: unknown[] = []
      session.defaultSession.setPermissionRequestHandler((_contents, permission, answer, details) => {
        asked.push([permission, details])
        answer(false)
      })
      session.defaultSession.setPermissionCheckHandler((_contents, permission, origin, details) => {
        asked.push([permission, origin, details])
        return false
      })
      Object.assign(globalThis, { asked })
    })
    await expect(page).toHaveTitle('Mini')
    const asked = () => mini.evaluate(() => (globalThis as { asked?: unknown[] }).asked)
    const details = { requestingUrl: 'mini://app/', isMainFrame: true }
    const checked = { ...details, embeddingOrigin: 'mini://app/' }
    await expect.poll(asked).toContainEqual(['geolocation', 'mini://app/', checked])
    await expect.poll(asked).toContainEqual(['geolocation', details])
    for (const media of ['audio', 'video']) {
      const requested = { ...details, mediaTypes: [media], securityOrigin: 'mini://app/' }
      await expect.poll(asked).toContainEqual(['media', requested])
      await expect.poll(asked).toContainEqual(['media', 'mini://app/', { ...checked, mediaType: media }])
    }
    const named = new Set((await asked())?.map((it) => (Array.isArray(it) ? String(it[0]) : '')))
    expect(named).not.toContain('openExternal')
    await mini.evaluate(({ session }) => {
      session.defaultSession.setPermissionCheckHandler(null)
      session.defaultSession.setPermissionRequestHandler(null)
    })
  })

  test('ask about a frame inside a page with its own URL, and its page’s origin', async ({ mini, page }) => {
    await mini.evaluate(({ session }) => {
      const asked: unknown[] = []
      session.defaultSession.setPermissionRequestHandler((_contents, permission, answer, details) => {
        asked.push([permission, details])
        answer(details.isMainFrame)
      })
      session.defaultSession.setPermissionCheckHandler((_contents, permission, origin, details) => {
        asked.push([permission, origin, details])
        return details.isMainFrame
      })
      Object.assign(globalThis, { asked })
    })
    await page.evaluate(() => {
      const frame = document.createElement('iframe')
      frame.allow = 'geolocation'
      frame.src = 'https://other.mini.invalid/'
      document.body.append(frame)
    })
    const inside = () => page.frames().find((it) => it.url() === 'https://other.mini.invalid/')
    await expect.poll(() => inside()?.title()).toBe('Mini')
    // A place that can't be found isn't a refusal.
    const isRefused = (): Promise<boolean> =>
      new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve(false),
          ({ code }) => resolve(code === 1),
          { timeout: 1000 },
        ),
      )
    expect([await page.evaluate(isRefused), await inside()?.evaluate(isRefused)]).toEqual([false, true])
    const asked = await mini.evaluate(() => (globalThis as { asked?: unknown[] }).asked)
    const details = { requestingUrl: 'mini://other/', isMainFrame: false }
    expect(asked).toContainEqual(['geolocation', details])
    expect(asked).toContainEqual(['geolocation', 'mini://other/', { ...details, embeddingOrigin: 'mini://app/' }])
    await mini.evaluate(({ session }) => {
      session.defaultSession.setPermissionCheckHandler(null)
      session.defaultSession.setPermissionRequestHandler(null)
    })
  })

  test('request a foreign URL with that URL, and check nothing', async ({ mini, page }) => {
    await mini.evaluate(({ session }) => {
      const asked: unknown[] = []
      const answers = [false, true]
      session.defaultSession.setPermissionRequestHandler((_contents, permission, answer, details) => {
        if (permission === 'openExternal') asked.push(details)
        answer(permission === 'openExternal' && answers.shift() === true)
      })
      session.defaultSession.setPermissionCheckHandler((_contents, permission) => {
        if (String(permission) === 'openExternal') asked.push('checked')
        return true
      })
      Object.assign(globalThis, { asked })
    })
    const state = () =>
      mini.evaluate(() => {
        const { asked, person } = globalThis as {
          asked?: unknown[]
          person?: { calls: { api: string; args: unknown[] }[] }
        }
        return {
          asked,
          left: person?.calls.filter(({ api }) => api === 'external protocol').flatMap(({ args }) => args),
        }
      })
    const details = { requestingUrl: 'mini://app/', isMainFrame: true }
    const refused = { ...details, externalURL: 'mailto:refused@example.com' }
    const opened = { ...details, externalURL: 'mailto:opened@example.com' }
    await page.evaluate(() => (location.href = 'mailto:refused@example.com'))
    await expect.poll(state).toEqual({ asked: [refused], left: [] })
    await page.evaluate(() => (location.href = 'mailto:opened@example.com'))
    await expect.poll(state).toEqual({ asked: [refused, opened], left: ['mailto:opened@example.com'] })
    await mini.evaluate(({ session }) => {
      session.defaultSession.setPermissionCheckHandler(null)
      session.defaultSession.setPermissionRequestHandler(null)
    })
  })

  test('end an app that grants a frame more than its page, which Chromium can’t do', async ({ mini, page }) => {
    await mini.evaluate(({ session }) => {
      const faults: string[] = []
      process.once('unhandledRejection', (error) => faults.push(String(error)))
      session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
      session.defaultSession.setPermissionCheckHandler(
        (_contents, permission, _origin, { isMainFrame }) => !isMainFrame && permission === 'geolocation',
      )
      Object.assign(globalThis, { faults })
    })
    await page.evaluate(() => {
      const frame = document.createElement('iframe')
      frame.src = 'https://granted.mini.invalid/'
      document.body.append(frame)
    })
    await expect
      .poll(() => mini.evaluate(() => (globalThis as { faults?: string[] }).faults))
      .toEqual(['Error: The double can’t grant geolocation to a frame whose page doesn’t have it.'])
    expect(page.frames().map((it) => it.url())).not.toContain('https://granted.mini.invalid/')
    await mini.evaluate(({ session }) => {
      session.defaultSession.setPermissionCheckHandler(null)
      session.defaultSession.setPermissionRequestHandler(null)
    })
  })
})
