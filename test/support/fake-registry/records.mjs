// The records of the fake registry, all made up.

export const OFFICIAL = 'io.modelcontextprotocol.registry/official'
export const metaOf = (entry) => entry._meta?.[OFFICIAL] ?? {}

const record = (name, description, version, rest = {}, meta = {}) => ({
  server: {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name,
    description,
    version,
    ...rest,
  },
  _meta: {
    [OFFICIAL]: {
      status: 'active',
      statusChangedAt: '2026-03-01T10:00:00Z',
      publishedAt: '2026-03-01T10:00:00Z',
      updatedAt: '2026-03-01T10:00:00Z',
      isLatest: true,
      ...meta,
    },
  },
})
const npm = (identifier, version, rest = {}) => ({
  packages: [{ registryType: 'npm', identifier, version, transport: { type: 'stdio' }, ...rest }],
})

export function madeUp() {
  const at = (day) => ({ publishedAt: day, updatedAt: day, statusChangedAt: day })
  return [
    record(
      'io.github.ada-example/weather',
      'Forecasts and warnings for a place',
      '1.3.0',
      npm('@ada-example/weather-mcp', '1.3.0'),
      { ...at('2026-01-10T08:00:00Z'), isLatest: false },
    ),
    record(
      'io.github.ada-example/weather',
      'Forecasts and warnings for a place',
      '1.4.2',
      {
        title: 'Weather',
        repository: { url: 'https://github.com/ada-example/weather-mcp', source: 'github', id: '812345678' },
        ...npm('@ada-example/weather-mcp', '1.4.2', {
          environmentVariables: [
            { name: 'WEATHER_KEY', description: 'Key of your account', isRequired: true, isSecret: true },
          ],
        }),
      },
      at('2026-05-04T09:12:00Z'),
    ),
    record(
      'io.github.ada-example/weather',
      'Forecasts and warnings for a place',
      '2.0.0-beta.1+build.5',
      npm('@ada-example/weather-mcp', '2.0.0-beta.1'),
      { ...at('2026-06-01T00:00:00Z'), isLatest: false },
    ),
    record('com.example.crm/crm', 'Customers and deals', '2026.4.1', {
      title: 'CRM',
      remotes: [
        {
          type: 'streamable-http',
          url: 'https://mcp.crm.example.com/mcp',
          headers: [
            {
              name: 'Authorization',
              value: 'Bearer {token}',
              variables: { token: { description: 'Access token', isRequired: true, isSecret: true } },
            },
          ],
        },
      ],
    }),
    record('io.github.bob-example/files', 'Files below the folders you choose', '0.6.0', {
      packages: [
        {
          registryType: 'pypi',
          identifier: 'files-mcp-example',
          version: '0.6.0',
          transport: { type: 'stdio' },
          packageArguments: [
            { type: 'positional', valueHint: 'root', format: 'filepath', isRequired: true, isRepeated: true },
          ],
        },
      ],
    }),
    record('io.github.hal-example/oldmail', 'Mail of the old kind', '0.8.0', npm('oldmail-mcp', '0.8.0'), {
      status: 'deprecated',
      statusMessage: 'Use io.github.hal-example/mail',
      statusChangedAt: '2026-08-01T00:00:00Z',
      updatedAt: '2026-08-01T00:00:00Z',
    }),
    record('io.github.mal-example/gone', 'Removed', '1.0.0', npm('gone-mcp', '1.0.0'), {
      status: 'deleted',
      statusMessage: 'Malware',
      statusChangedAt: '2026-09-01T00:00:00Z',
      updatedAt: '2026-09-01T00:00:00Z',
    }),
  ]
}

export const filler = (count) =>
  Array.from({ length: count }, (_, index) => {
    const n = String(index).padStart(4, '0')
    return record(
      `io.github.filler-example/server-${n}`,
      `Number ${n} of many`,
      '1.0.0',
      npm(`filler-${n}-mcp`, '1.0.0'),
    )
  })
