#!/usr/bin/env node
import nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

// What V8 made of the code is kept beside the packages, where nobody can write who could not change the code as well.
if (!import.meta.url.endsWith('.ts'))
  nodeModule.enableCompileCache?.(fileURLToPath(new URL('../../node_modules/.cache/atrium', import.meta.url)))
await import('./shells/headless/command.ts')
