#!/usr/bin/env -S node --test-reporter=tap
/** The page in Chromium. */
import { suite } from './suite/suite.mjs';

suite('chrome');
