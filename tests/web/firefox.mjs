#!/usr/bin/env -S node --test-reporter=tap
/** The page in Firefox. */
import { suite } from './suite/suite.mjs';

suite('firefox');
