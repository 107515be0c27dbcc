import { Client, type Prompt, type Resource, type ResourceTemplateType, type Tool } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

type Offered = {
  tools: Tool[]
  prompts: Prompt[]
  resources: Resource[]
  templates: ResourceTemplateType[]
  /** Each resource's first text, by URI. */
  texts: Record<string, string>
}

/** Everything a client of the older era can be asked for. */
const everything = {
  roots: { listChanged: true },
  sampling: { tools: {} },
  elicitation: { form: {}, url: {} },
  tasks: { requests: { sampling: { createMessage: {} }, elicitation: { create: {} } } },
}

/** A program's offer to a client with every capability, by the official library, without Atrium in between. */
export async function offeredBy(script: string): Promise<Offered> {
  const client = new Client({ name: 'test', version: '0' }, { capabilities: everything })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [script], stderr: 'ignore' }))
  const { tools } = await client.listTools()
  const { prompts } = await client.listPrompts()
  const { resources } = await client.listResources()
  const { resourceTemplates: templates } = await client.listResourceTemplates()
  const texts: Record<string, string> = {}
  for (const { uri } of resources) {
    const [content] = (await client.readResource({ uri })).contents
    texts[uri] = content && 'text' in content ? content.text : ''
  }
  await client.close()
  return { tools, prompts, resources, templates, texts }
}
