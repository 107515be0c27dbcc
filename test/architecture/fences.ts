/** A feature that can be taken out: its folders and files, and its rows in other files, each a text there. */
export type Fence = { parts: readonly string[]; rows: Record<string, readonly string[]> }

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
    'main/host/host.ts': ['    registries: new Registries({ directory: platform.dataDirectory, configuration }),\n'],
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
      "  registry: () => import('../servers/registry/registry-list.tsx'),\n",
      "  registryServer: () => import('../servers/registry/registry-server-page.tsx'),\n",
      'const RegistryListPage = lazyPart(async () => (await pages.registry()).RegistryListPage)\n',
      'const RegistryServerPage = lazyPart(async () => (await pages.registryServer()).RegistryServerPage)\n',
      "    case 'registry':\n      if (route.name === undefined) return <RegistryListPage />\n      return <RegistryServerPage key={route.name} name={route.name} />\n",
    ],
    'renderer/app/palette/own-entries.ts': ["  page(names.registry, 'search', { page: 'registry' }),\n"],
    'renderer/servers/detail/server-overview.tsx': [
      `            {config && config.type !== 'playground' && config.registry && (
              <Part title={registryPage.update.title}>
                <RegistryCard id={id} config={config} source={config.registry} />
              </Part>
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
  },
}

/** Why a start failed. How it ended is said without it; findings in the log stay readable. */
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

/** Each can be taken out alone, and all together. */
export const fences = { doctor, flows, registry } satisfies Record<string, Fence>
