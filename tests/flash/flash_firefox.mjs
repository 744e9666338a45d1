#!/usr/bin/env -S node --test-reporter=tap
/** Boards written through their boot loaders by the page in Firefox. */
import { suite } from './suite.mjs';

suite('firefox');
