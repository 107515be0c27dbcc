// A server with skills, one per folder in SKILLS, by the SDK's own extension. A file's content is read at each request.
import { McpServer } from '@modelcontextprotocol/server'
import { loadSkills } from '@modelcontextprotocol/server/ext/skills/node'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

const skills = await loadSkills(process.env.SKILLS)
// Only by the revision that has skills, however slow the start is.
serveStdio(
  () => {
    const server = new McpServer({ name: 'skills', version: '1.0.0' })
    server.registerTool('ping', {}, () => ({ content: [{ type: 'text', text: 'pong' }] }))
    skills.attach(server)
    return server
  },
  { legacy: 'reject' },
)
