import fc from 'fast-check';

// One seed for all properties, so that a run can be repeated; STATELENS_SEED=n tries others.
fc.configureGlobal({ seed: Number(process.env.STATELENS_SEED ?? 20261121) });
