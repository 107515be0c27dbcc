/** A row in a file: the text, or what it matches. */
export type FenceRow = string | RegExp

/** A feature that can be taken out: its folders and files, and its rows in other files. */
export type Fence = { parts: readonly string[]; rows: Record<string, readonly FenceRow[]> }

/** A catalogue's member with this name and indentation, whatever it says. */
const words = (name: string, indent: number): RegExp =>
  new RegExp(`^ {${indent}}${name}: .*\\n(?: {${indent + 2},}.*\\n)*(?: {${indent}}\\},\\n)?`, 'm')

/** Searching for servers in a registry. The setting's shape stays: files have it. */
const registry: Fence = {
  parts: [
    'main/host/commands/registry.ts',
    'main/host/registry',
    'renderer/servers/registry',
    'renderer/settings/registry',
    'renderer/strings/servers/registry-page.ts',
    'shared/contract/registry-commands.ts',
  ],
  rows: {
    'shared/contract/commands.ts': ['  ...registryCommands,\n'],
    'main/host/commands/confirmation.ts': ['  ...registryConfirmations,\n'],
    'main/host/commands/handlers.ts': ['    ...registryHandlers(parts),\n'],
    'main/host/commands/parts.ts': ['  registries: Registries\n'],
    'main/host/host.ts': [
      '    registries: new Registries({ directory: platform.dataDirectory, configuration, network }),\n',
    ],
    'main/shells/electron/opened.ts': [
      "  if ('install' in link) return `#/registry/${encodeURIComponent(link.install)}`\n",
    ],
    'main/host/import/atrium-link.ts': [
      ' | { install: string }',
      "  if (link.hostname === 'install' && names.join() === 'registry') return recordOf(given.get('registry') ?? '')\n",
      `
/** The name of a registry's record. */
const recordOf = (name: string): AtriumLink | undefined =>
  /^[\\w.-]{1,100}\\/[\\w.-]{1,100}$/.test(name) ? { install: name } : undefined
`,
    ],
    'renderer/app/app.tsx': [
      "  registry: later(async () => (await import('../servers/registry/registry-list.tsx')).RegistryListPage),\n",
      "  registryServer: later(async () => (await import('../servers/registry/registry-server-page.tsx')).RegistryServerPage),\n",
      `    case 'registry':
      if (route.name === undefined) return <pages.registry.Part />
      return <pages.registryServer.Part key={route.name} name={route.name} />
`,
    ],
    'renderer/app/palette/own-entries.ts': ["  page(names.registry, 'search', { page: 'registry' }),\n"],
    'renderer/servers/detail/server-setup.tsx': [
      `          {config.type !== 'playground' && config.registry && (
            <Row title={registryPage.update.title}>
              <RegistryCard id={id} config={config} source={config.registry} />
            </Row>
          )}
`,
    ],
    'renderer/servers/servers-page.tsx': [
      `        <Button icon="search" className={styles.brief} onClick={() => navigate({ page: 'registry' })}>
          {words.registry}
        </Button>
`,
    ],
    'renderer/settings/privacy-part.tsx': ['      <RegistryUrl />\n'],
    'renderer/settings/search/settings-index.ts': ['    settings.registry,\n'],
    'renderer/state/routes.ts': [
      "  /** With `name`, one server of the registry. */\n  | { page: 'registry'; name?: string | undefined }\n",
      ", 'registry'",
      "    case 'registry':\n      return { page: 'registry', name }\n",
      "    case 'registry':\n      return route.name === undefined ? '#/registry' : `#/registry/${encodeURIComponent(route.name)}`\n",
    ],
    'main/host/commands/words.ts': [
      words('noRegistryBundle', 2),
      words('fetchBundle', 2),
      words('bundleFrom', 2),
      words('download', 4),
    ],
    'renderer/strings/frame.ts': [words('registry', 4)],
    'renderer/strings/servers/servers.ts': [words('registry', 4)],
    'renderer/strings/settings.ts': [words('registry', 2)],
  },
}

/** The cause of a failed start. Without it, how the start ended is said; findings in the log stay readable. */
const doctor: Fence = {
  parts: ['main/host/mcp/doctor'],
  rows: {
    'main/host/host.ts': [
      '    doctor: new Doctor({ data: platform.dataDirectory, computer: thisComputer(), shell }),\n',
    ],
  },
}

/** Text from elsewhere in arguments. Without it Atrium asks as if there were some; questions in the log keep theirs. */
const flows: Fence = {
  parts: ['main/host/agent/flows'],
  rows: {
    'main/host/host.ts': [
      '  const tracer = new Tracer(journal)\n',
      '    flows: (operation) => tracer.trace(operation),\n',
      ' tracer,',
    ],
  },
}

/** A server's signed passport. Pins that came with one stay, and so does their text in questions. */
const passports: Fence = {
  parts: [
    'main/host/commands/passports.ts',
    'main/host/journal/queries/passport-facts.ts',
    'main/host/passport',
    'renderer/servers/passport',
    'renderer/strings/servers/passport-page.ts',
    'shared/config/passport.ts',
    'shared/contract/passport-commands.ts',
  ],
  rows: {
    'shared/contract/commands.ts': ['  ...passportCommands,\n', '      passport: passportText.optional(),\n'],
    'main/host/commands/handlers.ts': ['    ...passportHandlers(parts),\n'],
    'main/host/commands/parts.ts': ['  /** Signs passports. */\n', " | 'signPassport'"],
    'main/host/commands/servers.ts': [
      /(, )?passportSteps(?=\])/,
      /(?<=secrets: values), passport/,
      /(?<=after: config, actor), passport/,
    ],
    'main/host/journal/chain/heads.ts': [
      'const passportText = (body: string): string => `atrium passport 1\\n${body}`\n',
      `  /** The signature of a server's passport, given its canonical JSON, which names this key. */
  signPassport(body: string): string {
    return this.#sign(passportText(body))
  }
`,
      `/** Whether \`key\` signed a passport with this canonical JSON. */
export const isPassportSigned = (body: string, key: string, signature: string): boolean =>
  isSignature(signature, passportText(body), key)
`,
    ],
    'main/host/journal/queries/queries.ts': ['  passportFacts: atOnce(readPassportFacts),\n'],
    'main/host/journal/signing/head-writer.ts': [
      `  /** Signs what \`write\` makes for the current key. Undefined without a key that the log has introduced. */
  signPassport(write: (key: string) => string): { body: string; signature: string } | undefined {
    if (!this.#key) return undefined
    const body = write(this.#key.name)
    return { body, signature: this.#key.signPassport(body) }
  }
`,
    ],
    'renderer/app/app.tsx': [
      "  passport: later(async () => (await import('../servers/passport/passport-page.tsx')).PassportPage),\n",
      '      if (route.passport) return <pages.passport.Part key={route.server} id={route.server} />\n',
    ],
    'renderer/app/palette/server-entries.ts': [
      '      ...(hasPassport(server) ? [passportOf(id, name)] : []),\n',
      `const hasPassport = ({ config }: ServerSummary): boolean => config !== undefined && config.type !== 'playground'

const passportOf = (id: string, name: string): PaletteEntry => ({
  key: \`passport \${id}\`,
  group: groups.servers,
  text: own.passport(name),
  sign: { icon: 'file' },
  go: () => {
    navigate({ page: 'servers', server: id, passport: true })
    requestAnimationFrame(focusPage)
  },
})
`,
    ],
    'renderer/servers/detail/server-setup.tsx': [
      "import { serverDetail } from '../../strings/servers/servers-detail.ts'\n",
      `          {config.type !== 'playground' && (
            <Row title={serverDetail.passport.title}>
              <PassportEntry server={id} />
            </Row>
          )}
`,
    ],
    'renderer/state/servers/draft/use-import.ts': [
      '  const isPassport = isPassportText(text.trim())\n',
      ' || isPassport',
      '    isPassport,\n',
      '      if (isPassportText(next.text.trim())) return change(next.text)\n',
    ],
    'renderer/state/servers/draft/read-draft.ts': [
      "import { defined } from '../../../../shared/schema/json.ts'\n",
      'gapIn, ',
      'passport: _passport, ',
      '  const passport = draft.origin?.passport?.text\n',
      ', ...defined({ passport })',
      '  const gap = draft.origin?.passport && gapIn(draft)\n',
      '    ...(gap !== undefined && { other: words.gap(gap) }),\n',
    ],
    'renderer/servers/edit/server-form.tsx': [
      "import type { Candidate } from '../../../shared/config/candidate.ts'\n",
      "import { draftOfCandidate } from '../../state/servers/draft/candidate-draft.ts'\n",
      `  const take = (candidate: Candidate): void => {
    const { draft: found } = draftOfCandidate(candidate, {})
    setOwn(found)
    paste.fill(undefined)
    turn({ at: 'form' })
    setProblems(problemsIn(found))
    focusFirst('[aria-invalid]', '[type=text]')
  }
`,
      '            {paste.isPassport && <PastedPassport text={paste.text} onTake={take} />}\n',
      '          {draft.origin?.passport && <WithPassport fingerprint={draft.origin.passport.fingerprint} />}\n',
    ],
    'shared/config/candidate.ts': [
      `  /** The passport's text, which is added with the server, and the short form of its key. */
  passport?: { text: string; fingerprint: string }
`,
    ],
    'renderer/state/routes.ts': [
      "  /** With `passport`, the server's passport instead of its page. */\n",
      '      passport?: true | undefined\n',
      "      if (name !== undefined && below === 'passport') return { page: 'servers', server: name, passport: true }\n",
      " route.passport && 'passport',",
    ],
    'renderer/strings/palette.ts': [words('passport', 4)],
    'renderer/strings/servers/servers-detail.ts': [words('passport', 2)],
  },
}

/** Servers from bundles. A configured one still runs from its folder. The settings' and candidates' shapes stay. */
const bundles: Fence = {
  parts: [
    'main/host/bundles',
    'main/host/commands/bundles.ts',
    'main/host/registry/bundle-download.ts',
    'main/shells/electron/opened-bundle.ts',
    'renderer/servers/bundle',
    'renderer/servers/registry/fetch-bundle.tsx',
    'renderer/strings/servers/bundle-page.ts',
    'shared/config/fill-bundle.ts',
    'shared/contract/bundle-commands.ts',
  ],
  rows: {
    'shared/contract/commands.ts': ['  ...bundleCommands,\n'],
    'shared/contract/registry-commands.ts': [
      `  /** Downloads the bundle at this place of a record's options, checks its hash and opens it. Nothing is added. */
  fetchRegistryBundle: command(
    'admin',
    z.strictObject({ name, version: z.string().max(255).optional(), at: z.int().min(0).max(1000) }),
  ).returns<{ sha256: string }>(),
`,
    ],
    'main/electron.ts': [
      "import type { HostLink } from '../shared/contract/commands.ts'\n",
      "  const own = host.link({ actor: 'desktop', right: 'admin' })\n",
      /(?<=openIn\(main), own/,
      /(?<=main: MainWindow), link: HostLink/,
      "    if ('file' in opened) place = await placeOfFile(link, opened.file)\n",
    ],
    'main/shells/electron/opened.ts': [' || isBundlePath(word)'],
    'main/host/host.ts': [
      '  const bundles = new Bundles({ dataDirectory: platform.dataDirectory, computer: platform.folders, pathKnown })\n',
      '  keepUsed(bundles, configuration, journal)\n',
      '    bundles,\n',
      /(?<=\[reader,) bundles,/,
    ],
    'main/host/commands/confirmation.ts': ['  ...bundleConfirmations,\n'],
    'main/host/commands/handlers.ts': ['    ...bundleHandlers(parts),\n'],
    'main/host/commands/parts.ts': ['  bundles: Bundles\n'],
    'main/host/commands/servers.ts': [/(?<=\[)bundleSteps(, )?/],
    'main/host/commands/registry.ts': [
      /(?<=configuration), bundles(?= \})/,
      `    fetchRegistryBundle: async (wanted) => {
      const sha256 = await registries.bundle(wanted, bundles.opened)
      if (sha256 === undefined) throw new HostError('not-found', commandWords.noRegistryBundle)
      return { sha256 }
    },
`,
      ', dialogWords as words',
      ', reveal',
      `  fetchRegistryBundle: ({ name }) => ({
    question: words.fetchBundle,
    detail: words.bundleFrom(reveal(name)),
    action: words.actions.download,
  }),
`,
    ],
    'main/host/commands/words.ts': [
      words('noRegistryBundle', 2),
      words('noBundle', 2),
      words('fetchBundle', 2),
      words('bundleFrom', 2),
      words('download', 4),
    ],
    'main/host/registry/registries.ts': [
      "import { HostError } from '../../../shared/contract/errors.ts'\n",
      `  /** Fetches the bundle of a record that was read before; undefined if it has no such way. */
  async bundle(
    { at, ...wanted }: { name: string; version?: string | undefined; at: number },
    receiver: BundleReceiver,
  ): Promise<string | undefined> {
    const option = serverIn(this.#chosen(), wanted, this.#deps.configuration.servers)?.options[at]
    if (!option || !('bundle' in option)) return undefined
    try {
      return await downloadBundle(option.bundle, receiver, { ...usualDownload, network: this.#deps.network })
    } catch (error) {
      throw error instanceof DownloadProblem ? new HostError('unavailable', error.message) : error
    }
  }
`,
    ],
    'main/host/registry/words.ts': [words('download', 2)],
    'renderer/app/app.tsx': [
      "  bundle: later(async () => (await import('../servers/bundle/bundle-page.tsx')).BundlePage),\n",
      `    case 'bundle':
      return <pages.bundle.Part key={route.sha256} sha256={route.sha256} />
`,
    ],
    'renderer/servers/detail/server-setup.tsx': [
      `          {config.type === 'stdio' && config.bundle && (
            <Row title={bundlePage.part.title}>
              <BundlePart server={id} bundle={config.bundle} />
            </Row>
          )}
`,
    ],
    'renderer/servers/edit/import-fields.tsx': [
      /(?<='application\/json'), bundleFiles/,
      '  const bundle = useSendBundle()\n',
      '    if (await isBundle(file)) return bundle.send(file)\n',
      ', progress: bundle.progress',
    ],
    'renderer/servers/edit/remove-server.tsx': [
      '  const { config } = server\n',
      "      {config?.type === 'stdio' && config.bundle && <p>{bundlePage.part.loses}</p>}\n",
    ],
    'renderer/servers/registry/add-from-registry.tsx': [
      `        {option && 'bundle' in option && (
          <FetchBundle
            name={server.about.name}
            version={server.about.version}
            at={chosen ?? 0}
            url={option.bundle.url}
          />
        )}
`,
    ],
    'renderer/servers/servers-page.tsx': ['        <BundleDrop block={block} />\n'],
    'renderer/state/routes.ts': [
      "  /** An opened bundle, by its SHA-256. */\n  | { page: 'bundle'; sha256: string }\n",
      `    case 'bundle':
      return name !== undefined && /^[0-9a-f]{64}$/.test(name) ? { page: 'bundle', sha256: name } : { page: 'servers' }
`,
      "    case 'bundle':\n      return `#/bundle/${route.sha256}`\n",
    ],
    'renderer/state/servers/draft/candidate-draft.ts': [
      'bundle ? fillBundle : ',
      '  const { bundle } = candidate.origin ?? {}\n',
      '      ...(bundle && { origin: { bundle: bundleWithSettings(bundle, candidate, answers) } }),\n',
    ],
    'renderer/strings/frame.ts': [words('bundle', 4)],
  },
}

/** Each can be taken out alone, and all together. */
export const fences = { bundles, doctor, flows, passports, registry } satisfies Record<string, Fence>
