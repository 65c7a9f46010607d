#!/usr/bin/env node
import { goOnWith } from './install.mjs'

await goOnWith('start.ts')
