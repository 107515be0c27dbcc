import type { Requirements } from '../types.ts'

/** Servers' pages for the user (MCP Apps, `io.modelcontextprotocol/ui`). */
export const apps = {
  'APP-8': {
    source: 'MCP Apps 2026-01-26, Visibility',
    behaviour:
      'A tool that its server doesn’t show to models is in no request, list or palette, and the command line can’t call it.',
  },
} as const satisfies Requirements
