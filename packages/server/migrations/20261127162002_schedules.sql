-- What a refused run was told beside the code: an account is restricted for different reasons, which take different steps.
alter table schedules add column last_reason text
