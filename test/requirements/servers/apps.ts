import type { Requirements } from '../types.ts'

/** Servers' pages for the user (MCP Apps, `io.modelcontextprotocol/ui`). */
export const apps = {
  'APP-3': {
    source: 'MCP Apps 2026-01-26, Resource Discovery',
    behaviour: 'A tool’s page is read from the tool’s own server, with `resources/read`, and from nowhere else.',
  },
  'APP-5': {
    source: 'MCP Apps 2026-01-26, Metadata Location',
    behaviour: 'What a page asks for is taken from the content it came with; tools’ own lists of domains are ignored.',
  },
  'APP-6': {
    source: 'MCP Apps 2026-01-26, Content Requirements',
    behaviour:
      'Anything but one HTML document of the extension’s type, in UTF-8 and up to 8 MiB, is refused with the reason.',
  },
  'APP-13': {
    source: 'MCP Apps 2026-01-26, No Loosening',
    behaviour:
      'The content policy made for a page allows no host that the page doesn’t declare; each entry is judged by itself, and one that isn’t a plain https host is refused and shown.',
  },
  'APP-8': {
    source: 'MCP Apps 2026-01-26, Visibility',
    behaviour:
      'A tool that its server doesn’t show to models is in no request, list or palette, and the command line can’t call it.',
  },
} as const satisfies Requirements
