import { describe, expect, test } from 'vitest'
import { idleLife, wholeLife } from '../../../main/shells/web/sessions.ts'
import { openSite, request, visit, type OpenSite } from './site.ts'

const call = JSON.stringify({ name: 'listAudit', input: {} })
const minute = 60_000

const signIn = (site: OpenSite, code: string, headers = {}) =>
  request(site, 'POST /session', headers, JSON.stringify({ code }))

describe('launch codes', () => {
  test('[WEB-5] open one session each', async () => {
    const site = await openSite()
    const code = site.sessions.newCode()
    expect(Buffer.from(code, 'base64url')).toHaveLength(32)
    const first = await signIn(site, code)
    expect(first.status).toBe(200)
    expect(first.headers.get('set-cookie')).toMatch(/^atrium-test=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/)
    const again = await signIn(site, code)
    expect(again.status).toBe(401)
    expect(again.headers.has('set-cookie')).toBe(false)
    expect(JSON.parse(again.body).error.code).toBe('forbidden')
    expect(site.signedIn).toHaveLength(1)
  })

  test('[WEB-5] give one session to two browsers that race', async () => {
    const site = await openSite()
    const code = site.sessions.newCode()
    const answers = await Promise.all([signIn(site, code), signIn(site, code)])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 401])
  })

  test('[WEB-5] are valid for ten minutes', async () => {
    let now = 0
    const site = await openSite({ now: () => now })
    const old = site.sessions.newCode()
    now = 10 * minute
    expect((await signIn(site, old)).status).toBe(401)
    const fresh = site.sessions.newCode()
    now += 10 * minute - 1
    expect((await signIn(site, fresh)).status).toBe(200)
  })

  test('[WEB-5] become invalid when a new code is made', async () => {
    const site = await openSite()
    const old = site.sessions.newCode()
    const fresh = site.sessions.newCode()
    expect((await signIn(site, old)).status).toBe(401)
    expect((await signIn(site, fresh)).status).toBe(200)
  })

  test('[WEB-6] are refused for a minute after ten wrong ones, but the right one still works', async () => {
    let now = 0
    const site = await openSite({ now: () => now })
    const before = await visit(site)
    const code = site.sessions.newCode()
    const wrong = `${code.slice(1)}x`
    for (let n = 0; n < 10; n++) expect((await signIn(site, wrong)).status).toBe(401)
    const told = await signIn(site, wrong)
    expect(told.status).toBe(429)
    expect(JSON.parse(told.body).error.message).toMatch(/Wait a minute/)
    expect((await signIn(site, code)).status).toBe(200)
    expect((await request(site, 'POST /call', before, call)).status).toBe(200)
    now = minute
    expect((await signIn(site, wrong)).status).toBe(401)
  })

  test('[WEB-6] are rejected if anything else is sent in their place', async () => {
    const site = await openSite()
    for (const body of ['{}', '{"code":null}', '{"code":["x"]}', '"x"', '{"code":""}'])
      expect((await request(site, 'POST /session', {}, body)).status).toBe(401)
  })
})

describe('sessions', () => {
  test('[WEB-7] need both the cookie and the token', async () => {
    const site = await openSite()
    const { cookie, 'x-atrium-token': token } = await visit(site)
    for (const line of ['POST /call', 'GET /events'])
      for (const headers of [
        {},
        { cookie },
        { 'x-atrium-token': token },
        { cookie: 'atrium-test=x', 'x-atrium-token': token },
      ]) {
        const answer = await request(site, line, headers, line === 'POST /call' ? call : undefined)
        expect(answer.status).toBe(401)
        expect(JSON.parse(answer.body).error).toMatchObject({ code: 'forbidden' })
      }
    expect(site.host.calls).toEqual([])
    expect((await request(site, 'POST /call', { cookie, 'x-atrium-token': token }, call)).status).toBe(200)
  })

  test('[WEB-7] can’t be opened with the cookie of another instance on this computer', async () => {
    const mine = await openSite({ instance: 'mine' })
    const other = await openSite({ instance: 'other' })
    const [here, there] = [await visit(mine), await visit(other)]
    expect(here.cookie.split('=')[0]).not.toBe(there.cookie.split('=')[0])
    const mixed = [there, { ...here, cookie: there.cookie }, { ...here, 'x-atrium-token': there['x-atrium-token'] }]
    for (const headers of mixed) expect((await request(mine, 'POST /call', headers, call)).status).toBe(401)
    const both = { ...here, cookie: `${there.cookie}; ${here.cookie}` }
    expect((await request(mine, 'POST /call', both, call)).status).toBe(200)
  })

  test('[WEB-7] still work for the user if a page plants a cookie with Atrium’s name', async () => {
    const site = await openSite()
    const visitor = await visit(site)
    const planted = { ...visitor, cookie: `atrium-test=planted; ${visitor.cookie}` }
    expect((await request(site, 'POST /call', planted, call)).status).toBe(200)
  })

  test('[WEB-7] are separate for a second tab, which keeps the first tab’s cookie', async () => {
    const site = await openSite()
    const first = await visit(site)
    const second = await visit(site, { cookie: first.cookie })
    expect(second.cookie).toBe(first.cookie)
    expect(second['x-atrium-token']).not.toBe(first['x-atrium-token'])
    for (const visitor of [first, second]) expect((await request(site, 'POST /call', visitor, call)).status).toBe(200)
    const [a, b] = site.host.calls.map(({ session }) => session.actor)
    expect(a).toMatch(/^web:[0-9a-f]{6}$/)
    expect(a).not.toBe(b)
  })

  test('[WEB-24] end a day after their last request', async () => {
    let now = 0
    const site = await openSite({ now: () => now })
    const visitor = await visit(site)
    const status = async () => (await request(site, 'POST /call', visitor, call)).status
    now += idleLife - 1
    expect(await status()).toBe(200)
    now += idleLife - 1
    expect(await status()).toBe(200)
    now += idleLife
    expect(await status()).toBe(401)
  })

  test('[WEB-24] end after a week, however busy they are', async () => {
    let now = 0
    const site = await openSite({ now: () => now })
    const visitor = await visit(site)
    const status = async () => (await request(site, 'POST /call', visitor, call)).status
    while (now + idleLife / 2 < wholeLife) {
      now += idleLife / 2
      expect(await status()).toBe(200)
    }
    now = wholeLife
    expect(await status()).toBe(401)
  })

  test('[WEB-25] are listed while they last, and can be ended one by one', async () => {
    let now = 5
    const site = await openSite({ now: () => now })
    const first = await visit(site)
    now = 10
    const second = await visit(site)
    const [a, b] = site.sessions.list()
    expect(site.sessions.list()).toEqual([
      { actor: site.signedIn[0]?.actor, right: 'admin', since: 5, usedAt: 5, open: false },
      { actor: site.signedIn[1]?.actor, right: 'admin', since: 10, usedAt: 10, open: false },
    ])
    expect(site.sessions.end(a?.actor ?? '')).toBe(true)
    expect(site.sessions.end(a?.actor ?? '')).toBe(false)
    expect((await request(site, 'POST /call', first, call)).status).toBe(401)
    expect((await request(site, 'POST /call', second, call)).status).toBe(200)
    expect(site.sessions.list().map(({ actor }) => actor)).toEqual([b?.actor])
    now += wholeLife
    expect(site.sessions.list()).toEqual([])
  })

  test('[WEB-15] have the right of the code that opened them', async () => {
    for (const right of ['use', 'admin'] as const) {
      const site = await openSite({ right })
      await request(site, 'POST /call', await visit(site), call)
      expect(site.host.calls[0]?.session.right).toBe(right)
    }
  })
})
