import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import type { Notebook } from './notebook.ts'

/** Shared by all parts of the playground. */
export type PlaygroundParts = {
  server: McpServer
  notebook: Notebook
  /** One line of the server's own output, as another server would write to stderr. */
  log(line: string): void
}

/** Annotations of a tool that changes nothing and reaches nothing outside the playground. */
export const onlyReads = { readOnlyHint: true, openWorldHint: false } as const

/** A successful result with one text. */
export const textResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

/** A tool's own failure: the call worked, and this is the tool's message. */
export const toolFailure = (text: string): CallToolResult => ({ ...textResult(text), isError: true })

/** A result for programs, with the same content as text for clients that only read text. */
export const structured = (text: string, structuredContent: Record<string, unknown>): CallToolResult => ({
  ...textResult(text),
  structuredContent,
})
