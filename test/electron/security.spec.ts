import { test as base } from '@playwright/test'
import * as leaving from './checks/leaving.ts'
import * as pages from './checks/pages.ts'
import * as permissions from './checks/permissions.ts'
import * as person from './checks/person.ts'
import * as policy from './checks/policy.ts'
import * as secrets from './checks/secrets.ts'
import * as senders from './checks/senders.ts'
import * as surroundings from './checks/surroundings.ts'
import { Bench, type Check } from './support/bench.ts'

/** Electron's own security checklist, in its order. */
const list: Check[] = [
  pages.onlyOwnPages,
  pages.noNode,
  pages.isolated,
  pages.sandboxed,
  permissions.grantsNothing,
  pages.webSecurity,
  policy.contentPolicy,
  pages.noInsecureContent,
  pages.noExperiments,
  pages.noBlinkFeatures,
  pages.noPopupsFromWebviews,
  pages.noWebviews,
  leaving.staysOnItsPage,
  leaving.opensNoWindow,
  leaving.opensOnlyWhatIsWanted,
  policy.current,
  senders.knowsWhoSpeaks,
  policy.ownScheme,
  policy.fuses,
  pages.onlyTwoFunctions,
]

/** One app for all checks that leave it unchanged. */
const test = base.extend<{ bench: Bench }, { shared: Bench }>({
  shared: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => {
      const bench = await Bench.open()
      await use(bench)
      await bench.close()
    },
    { scope: 'worker' },
  ],
  bench: async ({ shared }, use) => {
    await shared.reset()
    await use(shared)
  },
})

test.describe('[ELE-23] Electron’s security checklist', () => {
  for (const [index, { title, run }] of list.entries()) test(`${index + 1}. ${title}`, ({ bench }) => run(bench))
})

test('[ELE-24] refuses a command that does not exist, whatever its name', ({ bench }) =>
  senders.unknownCommands.run(bench))

test('[ELE-25] refuses nonsense given to the bridge and changes nothing', ({ bench }) => senders.nonsense.run(bench))

test('[ELE-26] lets script in the page get no further than the user', ({ bench }) => person.asksThePerson.run(bench))

test('[ELE-27] does not let a page save anything to the disk by itself', ({ bench }) => leaving.savesNothing.run(bench))

/** A separate app for what can't be undone. */
const alone: [title: string, check: Check, options?: Parameters<typeof Bench.open>[0]][] = [
  ['[ELE-24] refuses another page in place of its own', senders.otherPagesAreStrangers],
  [
    '[ELE-24] refuses a frame inside a page that was taken over',
    senders.framesInsideAreStrangers,
    { double: { preloadEverywhere: true } },
  ],
  ['[ELE-19] fetches nothing from other hosts in the window', leaving.fetchesNothing],
  ['[ELE-26] starts no program for script in the page', person.startsNothing],
  ['[ELE-26] does nothing until the user has answered', person.waitsForThePerson],
  [
    '[ELE-70] stores no key that every program could read unless the user agrees',
    secrets.asksWithoutKeyring,
    { double: { keyring: 'away' } },
  ],
  ['[ELE-75] trusts the system’s certificates @all', surroundings.trustsTheSystem],
  ['[NET-9] reaches other computers as the system’s proxy settings say', surroundings.goesBySystem],
  ['[ELE-77] gives the programs it starts none of an AppImage’s folders @all', surroundings.leavesAppImage],
  ['[ELE-79] hears why the system didn’t show a notification @all', surroundings.hearsOfFailures],
  ['[ELE-85] has a key for zooming in that needs no Shift @all', surroundings.zoomsByTheUsualKey],
  ['[ELE-87] passes the chosen theme on to Electron @all', surroundings.followsTheme],
  ['[ELE-94] opens its menu by a single Alt', surroundings.opensItsMenuByAlt],
  ['[ELE-41] takes its icon away and puts it back as the setting says @all', surroundings.takesItsIconAway],
  ['[ELE-88] says once how to come back when its window closes @all', surroundings.tellsHowToComeBack],
]

for (const [title, { run, env }, options] of alone)
  base(title, async () => {
    const bench = await Bench.open({ ...options, ...(env && { env }) })
    try {
      await run(bench)
    } finally {
      await bench.close()
    }
  })
