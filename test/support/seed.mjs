// Loaded before every test file. One seed for all properties, so that a run can be repeated; STATELENS_SEED=n tries others.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.STATELENS_SEED ?? 20261121) });
