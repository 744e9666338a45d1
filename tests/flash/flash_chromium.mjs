#!/usr/bin/env -S node --test-reporter=tap
/** Boards written through their boot loaders by avrdude and by the page in Chromium. */
import { suite } from './suite.mjs';

suite('chrome');
