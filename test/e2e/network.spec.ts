import { makeAuthority } from '../support/network/authority.mjs'
import { startOrigin } from '../support/network/origin.mjs'
import { startProxy } from '../support/network/proxy.mjs'
import { words } from '../support/words.ts'
import { expect, shareApp, test } from './support/app.ts'
import { look } from './support/look.ts'
import { PageLink } from './support/page-link.ts'
import { Steps } from './support/steps.ts'

shareApp()

const { network, settings } = words

test('[NET-21] [NET-22] chooses a proxy, shows what goes through it, and names the step that fails, by keyboard', async ({
  app,
}) => {
  const { page } = app
  const authority = makeAuthority({ organization: 'Acme Inspection' })
  const origin = await startOrigin({ tls: authority.issue('models.example') })
  const proxy = await startProxy({ names: { 'models.example:443': origin.address } })
  const person = new Steps(app)
  const link = new PageLink(page)
  try {
    await person.open('Settings')
    await page
      .getByRole('navigation', { name: settings.nav })
      .getByRole('link', { name: settings.parts.network })
      .press('Enter')
    const places = page.getByRole('list', { name: network.places.title }).getByRole('listitem')
    await expect(places.filter({ hasText: network.places.kinds.registry })).toContainText(
      network.way({ way: 'direct', because: 'nothing-set' }),
    )
    await page.getByRole('radio', { name: network.proxy.modes.automatic }).press('ArrowRight')
    await page.getByRole('radio', { name: network.proxy.modes.none }).press('ArrowRight')
    const field = page.getByRole('textbox', { name: network.proxy.field })
    await field.fill('http://ann:secret@proxy.example')
    await field.press('Enter')
    await expect(page.getByText(network.proxy.wrong)).toBeVisible()
    await field.fill(`127.0.0.1:${proxy.port}`)
    await field.press('Enter')
    const through = network.way({ way: 'proxy', because: 'setting', proxy: `127.0.0.1:${proxy.port}` })
    await expect(places.filter({ hasText: network.places.kinds.registry })).toContainText(through)
    const direct = page.getByRole('textbox', { name: network.direct.title })
    await direct.fill('.modelcontextprotocol.io')
    await direct.press('Enter')
    await expect(places.filter({ hasText: network.places.kinds.registry })).toContainText(
      network.because({ way: 'direct', because: 'own-list' }),
    )

    const url = page.getByRole('textbox', { name: network.test.field })
    await url.fill('https://models.example/')
    await url.press('Enter')
    const steps = page.getByRole('list', { name: network.test.steps }).getByRole('listitem')
    await expect(steps).toHaveCount(5)
    await expect(steps.nth(3)).toContainText('Acme Inspection')
    await expect(steps.nth(3)).toContainText(network.test.outcomes.failed)
    await expect(steps.nth(4)).toContainText(network.test.outcomes['not-tried'])
    expect(origin.seen).toEqual([])
    await look(page, 'network')
  } finally {
    await link.call('changeSettings', { network: { mode: 'automatic', proxy: null, direct: [] } })
    await Promise.all([proxy.close(), origin.close()])
  }
})
