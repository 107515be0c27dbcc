import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { words } from '../../support/words.ts'
import { App, expect, test } from '../support/app.ts'
import { AtHome, HomeShell } from './at-home.ts'
import { root } from '../support/root.ts'
import { Steps } from '../support/steps.ts'

const data = '.local/share/atrium'
const captive = path.join(root, 'test/support/servers/life/captive.mjs')

/** The home folder is mounted in a way that only Linux has. */
const shells = process.platform === 'linux' ? ['dash', 'bash'].filter((sh) => existsSync(`/bin/${sh}`)) : []

/** Every capability that has a place, once at the place where users have it. */
for (const sh of shells)
  test(`[E2E-23] works in a home folder, as an ordinary user, with default settings and ${sh} as sh @web`, async ({
    openBrowser,
  }) => {
    const home = new AtHome(`/bin/${sh}`)
    const app = new App(new HomeShell(await openBrowser(), home), home.account)
    try {
      mkdirSync(path.join(home.account, 'notes'))
      writeFileSync(path.join(home.account, 'notes/list.txt'), 'milk')
      await app.start()
      const user = new Steps(app)
      const config = (containment: 'limited' | 'sealed') => ({
        command: process.execPath,
        args: [captive],
        containment,
        ...(containment === 'sealed' && { readable: [path.dirname(path.dirname(captive)), '/home/ada/notes'] }),
      })
      await user.prepare({ servers: { limited: config('limited'), sealed: config('sealed') } })
      for (const name of ['limited', 'sealed']) {
        const code = `return fs.readFileSync('/home/ada/notes/list.txt', 'utf8')`
        await user.send(`!tool ${name}__attempt ${JSON.stringify({ code })}`)
        await user.allow('attempt')
        await expect(user.call('attempt', words.chat.callState.succeeded)).toHaveCount(name === 'limited' ? 1 : 2)
      }
      const given = () => JSON.stringify(app.fake.state.log).split('milk').length - 1
      await expect.poll(given).toBeGreaterThanOrEqual(2)
      await app.restart()
      await expect(new Steps(app).composer).toBeVisible()
      await app.end()
      for (const name of ['journal.db', 'views.db', 'reports.db'])
        expect(existsSync(path.join(home.account, data, name)), name).toBe(true)
      expect(home.ownerOf(data)).toBe(home.ownerOf('.'))
      expect(readFileSync(path.join(home.account, 'notes/list.txt'), 'utf8')).toBe('milk')
      expect(await home.run('audit', 'verify')).toMatchObject({ code: 0, out: expect.stringContaining('is intact') })
      expect(await home.run('cli', 'doctor')).toMatchObject({ code: 0 })
    } finally {
      await app.close()
      home.remove()
    }
  })
